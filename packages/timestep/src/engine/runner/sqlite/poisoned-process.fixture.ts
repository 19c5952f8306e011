/**
 * `poisoned-process.fixture.ts <database> <how> <replay> <run>`: a server with a tool that ends or
 * freezes its process, and others that are merely under way in the first two runs. Prints what became
 * of the tasks once all have ended.
 */
import { writeSync } from 'node:fs';
import { getText, type AssistantMessage, type Replay } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn } from '#engine/port';
import { createSqliteRunner } from '#engine/runner';
import { NEVER, saying, served, stuck } from './store.fixture.ts';

const [, , path = '', how = '', replay = '', run = '1'] = process.argv;

/** Innocent tasks older and younger than the poisoned one. */
const NAMES = ['old-1', 'old-2', 'poison', 'young-1', 'young-2'];
const isEarly = Number(run) <= 2;
const running = new Set<string>();
const allRun = Promise.withResolvers<void>();

async function poison(): Promise<string> {
  if (isEarly) await allRun.promise;
  writeSync(1, 'poisoned\n');
  if (how === 'abort') process.abort();
  if (how === 'exit') process.exit(3);
  if (how === 'throw') setTimeout(throwBoom, 1);
  if (how === 'memory') hoard();
  if (how === 'throw') await stuck();
  for (;;);
}

function throwBoom(): never {
  throw new Error('boom');
}

function hoard(): never {
  const kept: unknown[] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
}

async function slow(_arguments: unknown, { key }: { readonly key: string }): Promise<string> {
  running.add(key);
  if (running.size === NAMES.length - 1) allRun.resolve();
  if (isEarly) await stuck();
  return 'ran';
}

/** Calls the tool until it has worked. */
const persistent: AgentFn = (messages): AssistantMessage => {
  const last = messages.at(-1);
  if (last?.role === 'tool' && !last.content.includes('interrupted')) {
    return { role: 'assistant', content: 'done' };
  }
  const first = messages.find(({ role }) => role === 'user');
  const name = first && getText(first) === 'poison' ? 'poison' : 'slow';
  const call = { type: 'function', function: { name, arguments: '{}' } } as const;
  return { role: 'assistant', content: null, tool_calls: [{ id: `${messages.length}`, ...call }] };
};

const environment = functionEnvironment({
  poison: { replay: replay as Replay, execute: poison },
  slow: { replay: 'safe', execute: slow },
});
const agents = [served(persistent, { environment: () => environment })];
const runner = createSqliteRunner({ path, agents });
const tasks = await Promise.all(NAMES.map((name) => runner.submit(saying(name))));
const ended = await Promise.all(tasks.map(({ id }) => runner.waitUntilSettled(id, NEVER)));
const outcomes = ended.map((task, index) => ({
  name: NAMES[index],
  id: task.id,
  state: task.state,
  question: task.parked?.question.text,
}));
await runner.close(0);
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
