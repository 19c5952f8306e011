import { expect, it } from 'vitest';
import { createFollowers } from './followers.ts';

const NEVER = new AbortController().signal;

function opened() {
  const watching: ((taskId?: string) => void)[] = [];
  const followers = createFollowers({
    watch(onChange) {
      watching.push(onChange);
      return () => void watching.splice(watching.indexOf(onChange), 1);
    },
  });
  return { watching, ...followers };
}

it('watches the store while there is a reader', () => {
  const { watching, follow } = opened();
  const [one, other] = [follow('t1'), follow('t2')];
  expect(watching).toHaveLength(1);
  one.end();
  expect(watching).toHaveLength(1);
  other.end();
  expect(watching).toHaveLength(0);
});

it.each(['t1', undefined])('wakes the readers of a task by the change of %s', async (changed) => {
  const { watching, follow } = opened();
  const woken = follow('t1').change(NEVER);
  watching[0]?.('t2');
  watching[0]?.(changed);
  await expect(woken).resolves.toBeUndefined();
});

it('lets all readers go when it is stopped, and those that come later', async () => {
  const { follow, stop, isStopped } = opened();
  const following = follow('t1');
  const woken = following.change(NEVER);
  stop();
  await expect(woken).resolves.toBeUndefined();
  await expect(following.change(NEVER)).resolves.toBeUndefined();
  expect(isStopped()).toBe(true);
});
