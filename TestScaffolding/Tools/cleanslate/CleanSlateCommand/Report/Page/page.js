'use strict';

// What the file holds, and making elements of the page; text is never read as markup. All pages begin with it.

const $ = id => document.getElementById(id);
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'class') node.className = value;
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter(child => child !== undefined && child !== null && child !== false));
  return node;
}
const read = id => $(id).textContent;
const data = JSON.parse(read('cs-data'));
const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
function seconds(value) {
  if (value < 1) return `${(value * 1000).toFixed(1)} ms`;
  if (value < 59.995) return `${value.toFixed(2)} s`;
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
const nanoseconds = value => seconds(value / 1e9);
