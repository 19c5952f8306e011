import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apply } from '../apply/apply.ts';
import type { NumberedEvent } from '../events/event.ts';
import { historyToMessages } from '../message/task-history.ts';
import { taskToSnapshot, snapshotToTask, type TaskSnapshot } from './snapshot.ts';
import type { Task } from './task.ts';

const folder = new URL('../golden/', import.meta.url);

it.each(readdirSync(folder))('gives back every task of %s as it was', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const { events } = JSON.parse(text) as { readonly events: readonly NumberedEvent[] };
  let task: Task | undefined;
  for (const event of events) {
    task = apply(task, event);
    const written = JSON.stringify(taskToSnapshot(task));
    // A history is a chain or a list.
    const history = historyToMessages(task.origin.history);
    expect(snapshotToTask(JSON.parse(written) as TaskSnapshot)).toEqual({
      ...task,
      origin: { ...task.origin, history },
    });
  }
  expect(task).toBeDefined();
});
