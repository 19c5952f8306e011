import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { textOf, type Task } from '../core/index.ts';
import { functionEnvironment } from '../environment/index.ts';
import type { AgentFn, Runner, ServedAgent } from '../port/index.ts';
import { createSqliteRunner } from '../runner/index.ts';
import { loadBackends } from './backends.ts';
import type { Ask } from './command.ts';
import { readManifest } from './manifest.ts';
import { run } from './run.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in a process of its own. */
export function timestep(...argv: readonly string[]): Promise<Ended> {
  const main = join(import.meta.dirname, 'main.ts');
  return new Promise((resolve) => {
    const node = ['--conditions=@timestep/source', main, ...argv];
    execFile(process.execPath, node, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** The same in this process, which is quicker. */
export async function timestepHere(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  now = 0,
  ask?: Ask,
): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const code = await run(argv, {
    version: '1.2.3',
    loadBackends: () => loadBackends(argv, readManifest().backends),
    env,
    now,
    stopped: () => new AbortController().signal,
    ...(ask && { ask }),
    isWatched: false,
    write: (text) => {
      stdout += text;
    },
    complain: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}

/** The same, where neither variables nor the time matter. */
export function here(...argv: readonly string[]): Promise<Ended> {
  // A millisecond on, so that tasks which ended just now are older than no time at all.
  return timestepHere(argv, {}, Date.now() + 1);
}

/** A folder that is gone when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** `parrot` repeats, `asker` has its client look, `thinker` never answers. */
export const AGENTS: readonly ServedAgent[] = [
  served('parrot', (messages) => ({
    role: 'assistant',
    content: `heard ${messages.slice(-1).map(textOf).join('')}`,
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  })),
  served('asker', () => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call-1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } },
    ],
  })),
  served('thinker', () => new Promise<never>(() => undefined)),
];

function served(name: string, agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  const limits = { max_steps: 30, time_limit_s: 60 };
  return { name, agent, toolSite: 'client', limits, environment: () => environment };
}

/** A runner over the database, closed when the test is over. */
export function openRunner(path: string): Runner {
  const runner = createSqliteRunner({ path, agents: AGENTS });
  onTestFinished(() => runner.close(0));
  return runner;
}

const NEVER = new AbortController().signal;

/** Sends a message to an agent and returns the task once its model is being called, or has been. */
export async function taskFor(runner: Runner, agent: string, text: string): Promise<Task> {
  const message = { role: 'user', content: text } as const;
  const messageId = `${agent} ${text}`;
  const task = await runner.submit({ agent, principal: 'ann', messageId, message });
  if (agent !== 'thinker') return runner.settled(task.id, NEVER);
  for await (const update of runner.updates(task.id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  return task;
}
