import { expect, it } from 'vitest';
import { createTaskSubscriptions } from './task-subscriptions.ts';

const NEVER = new AbortController().signal;

function opened() {
  const watching: ((taskId?: string) => void)[] = [];
  const followers = createTaskSubscriptions({
    watch(onChange) {
      watching.push(onChange);
      return () => void watching.splice(watching.indexOf(onChange), 1);
    },
  });
  return { watching, ...followers };
}

it('watches the store while there is a reader', () => {
  const { watching, subscribe } = opened();
  const [one, other] = [subscribe('t1'), subscribe('t2')];
  expect(watching).toHaveLength(1);
  one.end();
  expect(watching).toHaveLength(1);
  other.end();
  expect(watching).toHaveLength(0);
});

it.each(['t1', undefined])('wakes the readers of a task by the change of %s', async (changed) => {
  const { watching, subscribe } = opened();
  const woken = subscribe('t1').nextChange(NEVER);
  watching[0]?.('t2');
  watching[0]?.(changed);
  await expect(woken).resolves.toBeUndefined();
});

it('lets all readers go when it is stopped, and those that come later', async () => {
  const { subscribe, stop, isStopped } = opened();
  const following = subscribe('t1');
  const woken = following.nextChange(NEVER);
  stop();
  await expect(woken).resolves.toBeUndefined();
  await expect(following.nextChange(NEVER)).resolves.toBeUndefined();
  expect(isStopped()).toBe(true);
});
