import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { getText, type Task } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, Clock, Runner, ServedAgent } from '#engine/port';
import { createSqliteRunner } from '../sqlite/sqlite-runner.ts';

const NEVER = new AbortController().signal;

/** A place for a database, gone when the test is over. */
export function newStorePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

/** `parrot` answers, `asker` has its client run a tool, `thinker` never answers. */
const AGENTS: readonly ServedAgent[] = [
  served('parrot', (messages) => ({
    role: 'assistant',
    content: `heard ${messages.slice(-1).map(getText).join('')}`,
  })),
  served('asker', () => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  })),
  served('thinker', () => new Promise<never>(() => undefined)),
];

function served(name: string, agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  const limits = { max_steps: 30, time_limit_s: 60 };
  return { name, agent, toolSite: 'client', limits, environment: () => environment };
}

/** A runner over the database, closed when the test is over. */
export function openRunner(path: string, clock?: Clock): Runner {
  const runner = createSqliteRunner({ path, agents: AGENTS, ...(clock && { clock }) });
  onTestFinished(() => runner.close(0));
  return runner;
}

let messages = 0;

/** Sends a message and waits until the task has ended, or waits for its client. */
export async function settledTask(runner: Runner, agent: string, text: string): Promise<Task> {
  return runner.waitUntilSettled((await submitted(runner, agent, text)).id, NEVER);
}

/** Sends a message and waits until the model is being called. */
export async function startedTask(runner: Runner, agent: string, text: string): Promise<Task> {
  const task = await submitted(runner, agent, text);
  for await (const update of runner.subscribe(task.id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  return task;
}

function submitted(runner: Runner, agent: string, text: string): Promise<Task> {
  messages += 1;
  const message = { role: 'user', content: text } as const;
  return runner.submit({ agent, principal: 'ann', messageId: `m${messages}`, message });
}
