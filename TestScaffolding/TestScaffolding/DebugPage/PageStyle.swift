#if DEBUG
/// How the page looks, in the dark, in the light, and on a telephone.
enum PageStyle {
  static let text = colours + page + controls + app

  private static let colours = #"""
    :root { color-scheme: light dark;
      --paper: #f4f5f7; --card: #fff; --ink: #1a1d21; --soft: #535a63; --line: #878f99; --hair: #d9dde2;
      --accent: #0b57d0; --on-accent: #fff; --good: #146c2e; --warn: #8a5000; --bad: #b3261e; --tint: #e8f0fe; }
    @media (prefers-color-scheme: dark) { :root {
      --paper: #131518; --card: #1d2024; --ink: #e9ebee; --soft: #aeb5bd; --line: #7c848e; --hair: #353a41;
      --accent: #a8c7fa; --on-accent: #062e6f; --good: #7fd99a; --warn: #f5be6b; --bad: #ffb4ab; --tint: #23334d; } }

    """#

  private static let page = #"""
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    ::placeholder { color: var(--soft); opacity: 1; }
    header { padding: 12px 20px; background: var(--card); border-bottom: 1px solid var(--hair); }
    header p { margin: 2px 0; }
    h1 { font-size: 22px; margin: 0; } h2 { font-size: 17px; margin: 0 0 10px; }
    h3 { font-size: 15px; margin: 14px 0 6px; } h4 { font-size: 15px; margin: 10px 0 4px; }
    nav { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 4px; }
    nav a { color: var(--accent); padding: 3px 0; }
    main { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 16px; padding: 16px 20px;
      align-items: start; max-width: 1500px; margin: 0 auto; }
    .column { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
    main > .column:first-child { position: sticky; top: 12px; max-height: calc(100vh - 24px); overflow: auto; }
    section { background: var(--card); border: 1px solid var(--hair); border-radius: 10px; padding: 14px 16px; min-width: 0; }
    .hint, #cs-facts { color: var(--soft); font-size: 13px; }
    #cs-banner { background: var(--bad); color: var(--card); padding: 8px 12px; border-radius: 6px; font-weight: 600; margin: 8px 0; }
    #cs-status { min-height: 1.5em; }
    .bad { color: var(--bad); } .good { color: var(--good); }
    .code { font: 13px/1.5 ui-monospace, monospace; }
    pre { white-space: pre; overflow: auto; max-height: 360px; margin: 8px 0 0; padding: 10px; border-radius: 6px;
      background: var(--paper); border: 1px solid var(--hair); }
    ul, ol { margin: 0; padding: 0; list-style: none; }
    .scroll { max-height: 300px; overflow: auto; }
    table { border-collapse: collapse; width: 100%; font-size: 13px; } caption { text-align: left; font-weight: 600; padding: 6px 0; }
    th, td { text-align: left; padding: 3px 8px 3px 0; border-bottom: 1px solid var(--hair); }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)); gap: 12px; margin-top: 12px; }
    figure { margin: 0; } figcaption { font-size: 13px; color: var(--soft); } svg { width: 100%; height: 60px; display: block; }
    svg.ring { height: auto; max-width: 320px; } .ring text { fill: var(--ink); font-size: 12px; paint-order: stroke;
      stroke: var(--card); stroke-width: 4px; } .ring .arrow { stroke: var(--accent); stroke-width: 1.5; } .ring path { fill: var(--accent); }
    svg rect { fill: var(--accent); } svg polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
    #cs-log-list { font: 12px/1.6 ui-monospace, monospace; }
    @media (max-width: 800px) { main { grid-template-columns: minmax(0, 1fr); padding: 10px; }
      main > .column:first-child { position: static; max-height: none; overflow: visible; } header { padding: 10px; } }

    """#

  private static let controls = #"""
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    h2:focus, h3:focus { outline-offset: 4px; }
    button, input, textarea, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
      border-radius: 6px; padding: 6px 12px; max-width: 100%; min-height: 36px; }
    button { cursor: pointer; } button:hover:not(:disabled, [aria-pressed="true"]) { background: var(--tint); }
    button:disabled, input:disabled { color: var(--soft); border-style: dashed; cursor: default; }
    button[aria-pressed="true"] { background: var(--bad); color: var(--card); border-color: var(--bad); }
    input[type="checkbox"] { min-height: 0; width: 20px; height: 20px; accent-color: var(--accent); flex: none; margin: 0; }
    .field { margin: 8px 0; } .field label { display: block; font-size: 13px; color: var(--soft); }
    .field input, .field textarea, .field select { width: 100%; }
    .choice { display: flex; gap: 10px; align-items: center; margin: 8px 0; min-height: 28px; }
    .buttons { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 8px 0; }
    output { flex: 1 1 200px; }
    fieldset { border: 1px solid var(--hair); border-radius: 6px; margin: 0; padding: 4px 12px 8px; min-width: 0; }
    legend { font-size: 13px; color: var(--soft); padding: 0 4px; }
    #cs-tree-list button, #cs-data-parts button { display: block; width: 100%; text-align: left; border-color: transparent;
      padding: 2px 8px; min-height: 28px; font: 13px/1.5 ui-monospace, monospace; background: none; }
    #cs-tree-list button[aria-pressed="true"] { background: var(--tint); color: inherit; border-color: var(--accent); }

    """#

  private static let app = #"""
    #cs-screen { border: 1px solid var(--line); border-radius: 12px; padding: 14px; min-height: 120px; }
    #cs-screen.stale { border-style: dashed; border-color: var(--bad); }
    #cs-screen h3 { font-size: 19px; margin: 0 0 8px; } #cs-screen p { margin: 6px 0; white-space: pre-wrap; }
    #cs-screen button { margin: 3px 0; } #cs-screen .secondary { color: var(--soft); } #cs-screen .success { color: var(--good); }
    #cs-screen .warning { color: var(--warn); } #cs-screen .failure, #cs-screen .destructive { color: var(--bad); }
    #cs-screen button.primary:not(:disabled, .cell) { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
    #cs-screen .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
    #cs-screen .group { margin: 6px 0; } #cs-screen ul { border: 1px solid var(--hair); border-radius: 8px; overflow: auto; max-height: 420px; padding: 3px; }
    #cs-screen li { border-bottom: 1px solid var(--hair); } #cs-screen li:last-child { border: 0; } #cs-screen li > p { padding: 0 10px; }
    #cs-screen .cell { display: flex; gap: 12px; justify-content: space-between; width: 100%; text-align: left; border-color: transparent; margin: 0; }
    #cs-screen div.cell { padding: 6px 13px; }
    .cell.primary { font-weight: 600; } .cell > span { min-width: 0; }
    .cell .value { color: var(--soft); text-align: right; flex: none; max-width: 50%; overflow-wrap: break-word; }
    #cs-screen progress { width: 100%; accent-color: var(--accent); }
    #cs-screen [role="alertdialog"] { border: 2px solid var(--accent); border-radius: 10px; padding: 12px; margin: 10px 0; background: var(--tint);
      position: sticky; bottom: 8px; }
    #cs-screen [role="tablist"] { border-top: 1px solid var(--hair); margin-top: 12px; padding-top: 6px; }
    #cs-screen [role="tab"] { flex: 1; } #cs-screen [aria-selected="true"] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
    .marked { outline: 3px dashed var(--warn); outline-offset: 2px; }

    """#
}
#endif
