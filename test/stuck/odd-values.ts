import type { Draw } from '../fuzz/random.ts';

const nest = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

const createCycle = (): object => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  return cycle;
};

/** Creates a value of any kind: what peers send by mistake, or to do harm. */
export function drawValue(draw: Draw): unknown {
  return draw.of<() => unknown>([
    () => undefined,
    () => null,
    () => 0,
    () => Number.NaN,
    () => 12n,
    () => '',
    () => 'a\0b \ud83d',
    () => 'long '.repeat(5000),
    () => true,
    () => [],
    () => ({}),
    () => [null, undefined, { a: undefined }],
    () => nest(50),
    () => nest(3000),
    createCycle,
    () => new Map([['a', 1]]),
    () => Symbol('odd'),
    () => () => 'called',
    () => JSON.parse('{"__proto__":{"a":1}}') as unknown,
    () => Object.create(null) as unknown,
  ])();
}

/** Returns the value, at once or later; a share of the answers fails, is odd, or never comes. */
export function drawAnswer<T>(draw: Draw, share: number, value: () => T): T | Promise<T> {
  if (!draw.chance(share)) {
    return draw.chance(0.2)
      ? new Promise((resolve) => setImmediate(() => resolve(value())))
      : value();
  }
  switch (draw.below(6)) {
    case 0:
      throw new Error('broken');
    case 1:
      throw drawValue(draw);
    case 2:
      return Promise.reject(new Error('broken later'));
    case 3:
      return new Promise<never>(() => undefined);
    default:
      return drawValue(draw) as T;
  }
}
