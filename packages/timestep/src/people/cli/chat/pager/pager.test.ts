import { expect, it } from 'vitest';
import type { CallItem } from '#people/view';
import { applyPagerKey, createPager, type PagerKey } from './pager.ts';

const call: CallItem = {
  kind: 'call',
  id: 'i',
  taskId: 't',
  callId: 'c',
  name: 'look',
  arguments: '{}',
  state: 'done',
  attempt: 1,
};
const size = { lines: 100, room: 20 };

/** Where a pager of three results is after some keys: the result, and the first line. */
function press(...keys: readonly PagerKey[]) {
  const opened = createPager([call, call, call]);
  const pager = keys.reduce((one, key) => one && applyPagerKey(one, key, size), opened);
  return pager && [pager.at, pager.top];
}

it.each<[readonly PagerKey[], readonly number[] | undefined]>([
  [[], [2, 0]],
  [['up'], [2, 0]],
  [
    ['down', 'down', 'up'],
    [2, 1],
  ],
  [['page-down'], [2, 20]],
  [
    ['page-down', 'page-down', 'page-up'],
    [2, 20],
  ],
  [['end'], [2, 80]],
  [
    ['end', 'down', 'page-down'],
    [2, 80],
  ],
  [
    ['end', 'start'],
    [2, 0],
  ],
  [
    ['down', 'older'],
    [1, 0],
  ],
  [
    ['older', 'older', 'older'],
    [0, 0],
  ],
  [
    ['older', 'newer', 'down', 'newer'],
    [2, 1],
  ],
  [['close'], undefined],
])('is after %j at %j', (keys, expected) => {
  expect(press(...keys)).toEqual(expected);
});

it('does not scroll what fits, and does not open without a result', () => {
  const [pager] = [createPager([call])];
  expect(pager && applyPagerKey(pager, 'end', { lines: 5, room: 20 })?.top).toBe(0);
  expect(createPager([])).toBeUndefined();
});
