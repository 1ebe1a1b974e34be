'use strict';

// The browser's own digest comes later, and the page of the app has to know before it has loaded.

function sha256(text) {
  const bytes = new TextEncoder().encode(text), blocks = new DataView(new ArrayBuffer((bytes.length + 72) & ~63));
  bytes.forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  const primes = [], turn = (word, by) => word >>> by | word << 32 - by;
  for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime)) primes.push(n);
  const fraction = number => (number - Math.floor(number)) * 2 ** 32 | 0;
  const keys = primes.map(prime => fraction(Math.cbrt(prime))), state = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));
  for (let start = 0; start < blocks.byteLength; start += 64) {
    const words = [];
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const [x, y] = [words[i - 15], words[i - 2]];
      words[i] = i < 16 ? blocks.getUint32(start + i * 4) : words[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3)
        + words[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10) | 0;
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + keys[i] + words[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
      [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = state[at] + word | 0; });
  }
  return state.map(word => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
