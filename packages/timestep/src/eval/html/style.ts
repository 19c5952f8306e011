/** The looks of the page: system fonts, light and dark, nothing loaded. */
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171a);
  --raised: light-dark(#f6f7f8, #1c2024);
  --text: light-dark(#1a1f24, #e2e6ea);
  --quiet: light-dark(#5b6570, #98a3ad);
  --line: light-dark(#dde1e5, #30363c);
  --accent: light-dark(#0b5cad, #78b4f5);
  --passed: light-dark(#17693f, #6cc596);
  --passed-ground: light-dark(#e2f2e8, #1a3426);
  --failed: light-dark(#b3261e, #ff8a80);
  --failed-ground: light-dark(#b3261e, #d5473f);
  --error: light-dark(#7a4f00, #f0bd5e);
  --error-ground: light-dark(#f5c64f, #b98314);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1440px; margin: 0 auto; padding: 20px 24px 64px; }
h1 { font-size: 19px; font-weight: 600; margin: 0; }
h1 .agent { color: var(--quiet); font-weight: 400; margin-left: 6px; }
h2 { font-size: 14px; font-weight: 600; margin: 0; }
h3 { font-size: 13px; font-weight: 600; margin: 0 0 8px; }
h4, h5 { font-size: 11px; font-weight: 600; color: var(--quiet); margin: 0; }
p { margin: 4px 0; }
code, pre, .id .text, h2 .id { font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 4px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.quiet, .keys { color: var(--quiet); }
.notice { padding: 0 24px; }

.totals { display: flex; flex-wrap: wrap; gap: 14px 32px; margin: 14px 0 18px; padding: 12px 0;
  border-block: 1px solid var(--line); }
.totals > div { min-width: 64px; }
.totals dt { color: var(--quiet); font-size: 12px; }
.totals dd { margin: 0; font-size: 18px; font-variant-numeric: tabular-nums; line-height: 1.3; }
.totals dd.more { font-size: 12px; color: var(--quiet); }
.totals .main dd:not(.more) { font-weight: 650; }
.totals .passed dd { color: var(--passed); }
.totals .failed dd { color: var(--failed); }
.totals .error dd:not(.more) { color: var(--error); }

.charts { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); gap: 16px 40px; margin-bottom: 16px; }
.charts.compared { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
figure { margin: 0; min-width: 0; }
.key { color: var(--quiet); font-size: 12px; }
.key span { margin-right: 12px; }
.key .at, .at { --ink: var(--accent); }
.key .all, svg .all { --ink: light-dark(#8a3ffc, #be95ff); }
.key .at, .key .all { color: var(--ink); }
.key .passed { color: var(--passed); } .key .some { color: var(--error); } .key .failed { color: var(--failed); }
svg { display: block; width: 100%; max-width: 460px; height: auto; }
.plot { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: flex-start; }
.plot svg { flex: 1 1 280px; }
svg text { font-size: 11px; fill: var(--quiet); font-variant-numeric: tabular-nums; }
svg .axis, svg .tick { fill: none; stroke: var(--quiet); }
svg .rule { fill: none; stroke: var(--line); }
.curve .line { fill: none; stroke: var(--ink); stroke-width: 1.6; }
.curve .all .line { stroke-dasharray: 5 3; }
.curve .band { fill: var(--ink); opacity: .12; }
.curve .bar { stroke: var(--ink); opacity: .5; }
.curve circle, .curve rect { fill: var(--ink); }
.dot { fill-opacity: .55; stroke-width: 1.2; }
.dot.all { fill: var(--passed); stroke: var(--passed); }
.dot.some { fill: var(--error); stroke: var(--error); }
.dot.none { fill: none; stroke: var(--failed); stroke-width: 2; }
.difference .zero { stroke: var(--quiet); stroke-dasharray: 3 3; fill: none; }
.difference .bar { stroke: var(--text); stroke-width: 1.6; fill: none; }
.difference circle { fill: var(--text); }
.difference.regression circle { fill: var(--failed); }
.difference.improvement circle { fill: var(--passed); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-top: 6px; }
th, td { text-align: left; font-weight: 400; padding: 2px 18px 2px 0; vertical-align: top; }
th, .plot td { white-space: nowrap; }
thead th, tbody th { color: var(--quiet); }
.apart { margin-top: 6px; }
.apart code { margin-right: 6px; overflow-wrap: anywhere; }

#filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center;
  padding: 10px 0; background: var(--ground); border-block: 1px solid var(--line); }
#filters label { color: var(--quiet); }
input, select, button { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--line);
  border-radius: 4px; padding: 3px 8px; margin-left: 4px; }
input { width: 200px; }
select { max-width: 220px; }
button { cursor: pointer; }
#filter-count { margin-left: auto; color: var(--quiet); font-variant-numeric: tabular-nums; }

.row, .head { display: grid; gap: 4px 16px; align-items: center; padding: 3px 0; border-bottom: 1px solid var(--line);
  grid-template-columns: minmax(140px, 260px) minmax(80px, 1.2fr) repeat(var(--figures, 3), minmax(62px, max-content)) minmax(80px, 1.4fr); }
.row { content-visibility: auto; contain-intrinsic-size: auto 26px; }
.row:hover { background: var(--raised); }
.head { color: var(--quiet); font-size: 12px; padding-top: 8px; }
.group { font-weight: 600; padding: 14px 0 4px; border-bottom: 1px solid var(--line); }
.id { min-width: 0; unicode-bidi: isolate; }
.row .id { display: flex; gap: 6px; align-items: baseline; }
.id .text, .why { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.why { color: var(--quiet); font-size: 12px; }
.figure { font-variant-numeric: tabular-nums; width: 78px; text-align: right; }
.tag { flex: none; font-size: 11px; color: var(--quiet); border: 1px solid var(--line); border-radius: 8px; padding: 0 6px; }
.cells { display: flex; flex-wrap: wrap; gap: 2px; }
.cell { width: 20px; height: 18px; border-radius: 3px; display: grid; place-items: center; text-decoration: none;
  font-size: 11px; line-height: 1; font-weight: 700; border: 1px solid transparent; }
.cell.passed { color: var(--passed); background: var(--passed-ground); }
.cell.failed { color: #fff; background: var(--failed-ground); }
.cell.error { color: #1a1300; background: var(--error-ground); clip-path: polygon(50% 0, 100% 100%, 0 100%); align-items: end; }
.cell.better { color: #fff; background: light-dark(#17693f, #2c8a57); }
.cell.worse { color: #fff; background: var(--failed-ground); }
.cell.unpaired { color: var(--quiet); border: 1px dashed var(--quiet); }
.sides-2 .cell.failed { color: var(--failed); background: none; border-color: currentColor; }
.cell.other { opacity: .22; }
.cell:focus-visible { clip-path: none; }

#opened nav { display: flex; gap: 16px; align-items: baseline; margin-bottom: 10px; }
#opened .off { color: var(--quiet); opacity: .6; }
#opened .keys { margin-left: auto; font-size: 12px; }
#opened h2 { overflow-wrap: anywhere; margin-bottom: 14px; outline: none; }
#opened h2 .id { font-size: 14px; }
.badge { display: inline-block; font-size: 11px; font-weight: 600; line-height: 1.5; padding: 0 6px; border-radius: 3px; border: 1px solid currentColor; }
.badge.passed, .badge.better { color: var(--passed); }
.badge.failed, .badge.worse { color: var(--failed); }
.badge.error { color: var(--error); }
.badge.skipped, .badge.unpaired { color: var(--quiet); }
.sides { display: grid; gap: 32px; }
.sides-2 { grid-template-columns: repeat(auto-fit, minmax(min(480px, 100%), 1fr)); }
.sides .trial { min-width: 0; }
.beside { display: grid; gap: 28px; grid-template-columns: minmax(0, 1fr) 360px; align-items: start; }
.sides-2 .beside { grid-template-columns: minmax(0, 1fr); }
.sides-2 .graded { order: -1; }
.sides-1 .graded { position: sticky; top: 12px; max-height: calc(100vh - 24px); overflow: auto; }
.run { border-bottom: 1px solid var(--line); padding-bottom: 4px; overflow-wrap: anywhere; }
.transcript { list-style: none; margin: 0; padding: 0; }
.entry { padding: 8px 0 10px 12px; border-left: 2px solid var(--line); margin-bottom: 6px; content-visibility: auto; contain-intrinsic-size: auto 80px; }
.entry.user { border-color: var(--accent); }
.entry.assistant { border-color: var(--quiet); }
.entry.system pre { color: var(--quiet); }
.entry.system summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); }
.call { margin-top: 6px; border: 1px solid var(--line); border-radius: 4px; background: var(--raised); padding: 4px 8px; }
summary { cursor: pointer; }
.call summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.call .name { font-weight: 600; margin-right: 8px; }
.call .preview { color: var(--quiet); margin-right: 8px; }
.call h5 { margin-top: 8px; }
.grade { padding: 5px 0; border-bottom: 1px solid var(--line); }
.grade .name { margin: 0 8px; overflow-wrap: anywhere; }
.grade .score { float: right; color: var(--quiet); font-variant-numeric: tabular-nums; }
.graded h3:not(:first-child) { margin-top: 16px; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
.sides-2 .facts { grid-template-columns: max-content 1fr max-content 1fr; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
@media (max-width: 900px) {
  .charts, .charts.compared { grid-template-columns: minmax(0, 1fr); }
  .beside { grid-template-columns: minmax(0, 1fr); }
  .row, .head { grid-template-columns: minmax(110px, 200px) minmax(80px, 1fr) repeat(var(--figures, 3), max-content); }
  .why { display: none; }
}
@media print { #filters { position: static; } .row, .entry { content-visibility: visible; } }
`;
