/**
 * `innocent-process.fixture.ts <database> <tasks>`: a server of tasks that do nothing wrong. Prints when
 * a model call begins, and the states of the tasks once all have settled. Shuts down on SIGTERM.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentFn } from '#engine/port';
import { createSqliteRunner } from '#engine/runner';
import { NEVER, saying, served } from './store.fixture.ts';

const MODEL_MS = 1500;

const [, , path = '', tasks = '1'] = process.argv;

const slow: AgentFn = async () => {
  process.stdout.write('begun\n');
  await pause(MODEL_MS);
  return { role: 'assistant', content: 'done' };
};

const runner = createSqliteRunner({ path, agents: [served(slow)] });
process.once('SIGTERM', () => void runner.close(60_000));
const names = Array.from({ length: Number(tasks) }, (_, index) => `task ${index}`);
const submitted = await Promise.all(names.map((name) => runner.submit(saying(name))));
const ended = await Promise.all(submitted.map(({ id }) => runner.waitUntilSettled(id, NEVER)));
process.stdout.write(`${JSON.stringify(ended.map(({ state }) => state))}\n`);
await runner.close(0);
