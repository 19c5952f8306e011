import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_VERSION, DEFAULT_LIMITS, type TaskEvent } from '@timestep-ai/timestep/core';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteDatabase } from './sqlite-database.ts';
import { readStoreFacts } from './store-facts.ts';
import { createTaskStore } from './task-store.ts';

const PARKED: TaskEvent = { type: 'task.parked', question: { text: 'Go on or cancel?' } };

function submittedAs(taskId: string, said: string): TaskEvent {
  return {
    type: 'task.submitted',
    taskId,
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'user', content: said }],
    clientTools: [],
  };
}

it('lists the tasks that are parked now', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const database = openSqliteDatabase({ path: join(folder, 'tasks.db') });
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const store = createTaskStore(database);
  const write = (taskId: string, state: 'working' | 'input-required', ...events: TaskEvent[]) =>
    store.append({
      taskId,
      state,
      records: events.map((event, index) => ({
        event: { ...event, generation: index + 1, at: 0 },
      })),
    });
  await write('parked', 'input-required', submittedAs('parked', 'hi'), PARKED);
  await write('freed', 'working', submittedAs('freed', 'hi'), PARKED, { type: 'task.resumed' });
  await write('asks', 'input-required', submittedAs('asks', '"type":"task.parked"'));
  const { parked } = await database.read(readStoreFacts);
  expect(parked.map(({ id }) => id)).toEqual(['parked']);
});
