import type { Draw } from './random.ts';

/** JSON that `JSON.stringify` would never write. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Make = (draw: Draw) => unknown;

/** Short and long variants, because most requests must be quick. */
function times(draw: Draw, most: number): number {
  return draw.chance(0.1) ? most : 1 + draw.below(40);
}

const STRINGS: readonly [Make, ...Make[]] = [
  () => '',
  () => ' ',
  (draw) => `${'!'.repeat(times(draw, 100_000))}a`,
  (draw) => `${'.a?'.repeat(times(draw, 60_000))}\n!`,
  (draw) => ' '.repeat(times(draw, 100_000)) + 'x',
  (draw) => `${'/'.repeat(times(draw, 100_000))}x`,
  (draw) => `${'a,'.repeat(times(draw, 50_000))}!`,
  (draw) => `data:${';'.repeat(times(draw, 100_000))},`,
  (draw) => `data:text/plain;base64,${'A'.repeat(times(draw, 100_000))}=!`,
  (draw) => '{{'.repeat(times(draw, 50_000)),
  (draw) => '${env:HOME}'.repeat(times(draw, 5_000)),
  (draw) => '\u0000\u0001\u001b[2J'.repeat(times(draw, 1_000)),
  (draw) => '\u{1f600}\u0301\u202e'.repeat(times(draw, 10_000)),
  () => new Raw('"\\ud800"'),
  () => new Raw('"\\udc00\\ud800 and more"'),
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => '../../../../etc/passwd',
  () => 'file:///etc/passwd',
  () => 'javascript:alert(1)',
  () => 'http://169.254.169.254/latest',
  () => 'https://[::1/',
  () => '2026-13-45T99:99:99Z',
  () => '99999999999999999999999',
  () => 'yes, but also no',
  () => 'book it',
];

const OTHERS: readonly [Make, ...Make[]] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 53,
  () => new Raw('1e400'),
  () => new Raw('-1e-400'),
  () => new Raw('-0'),
  (draw) => new Raw('9'.repeat(times(draw, 50_000))),
  () => [],
  () => ({}),
  () => [null],
  () => [[], [[]], {}],
  (draw) => Array.from({ length: times(draw, 5_000) }, (_, index) => index),
  (draw) => Array.from({ length: times(draw, 2_000) }, () => ({ text: 'x', kind: 'text' })),
  (draw) => Object.fromEntries(Array.from({ length: times(draw, 3_000) }, (_, n) => [`k${n}`, n])),
  (draw) => new Raw(nested('[', ']', draw)),
  (draw) => new Raw(nested('{"a":', '}', draw)),
  () => new Raw('{"__proto__":{"polluted":true}}'),
  () => new Raw('{"constructor":{"prototype":{"polluted":true}}}'),
  () => new Raw('{"a":1,"a":2,"a":{"a":3}}'),
];

/** Returns a value that a careless parser mishandles. */
export function nastyValue(draw: Draw): unknown {
  return draw.chance(0.5) ? nastyString(draw) : draw.of(OTHERS)(draw);
}

export function nastyString(draw: Draw): unknown {
  return draw.of(STRINGS)(draw);
}

function nested(open: string, close: string, draw: Draw): string {
  const depth = draw.of([5, 100, 127, 129, 5_000, 100_000]);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
