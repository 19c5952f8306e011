import { expect, it } from 'vitest';
import { createDueTasks } from './due-tasks.ts';

it('gives each task once, in order, and says so when one of them has ended', () => {
  const due = createDueTasks(9);
  for (const taskId of ['a', 'b', 'a']) due.add({ taskId, hasEnded: false });
  due.add({ taskId: 'b', hasEnded: true });
  due.add({ taskId: 'b', hasEnded: false });
  expect(due.count()).toBe(2);
  expect([due.takeNext(), due.takeNext(), due.takeNext()]).toEqual([
    { taskId: 'a', hasEnded: false },
    { taskId: 'b', hasEnded: true },
    undefined,
  ]);
});

it('gives a task again that went on after it was given, behind the others', () => {
  const due = createDueTasks(9);
  const add = (taskId: string) => due.add({ taskId, hasEnded: false });
  const next = () => due.takeNext()?.taskId;
  add('a');
  add('b');
  expect(next()).toBe('a');
  add('a');
  expect([next(), next(), next()]).toEqual(['b', 'a', undefined]);
  add('a');
  add('a');
  expect(due.count()).toBe(1);
  expect([next(), next()]).toEqual(['a', undefined]);
});

it('takes no more than it may', () => {
  const due = createDueTasks(2);
  const added = ['a', 'b', 'c', 'a'].map((taskId) => due.add({ taskId, hasEnded: false }));
  expect(added).toEqual([true, true, false, true]);
  expect(due.count()).toBe(2);
});
