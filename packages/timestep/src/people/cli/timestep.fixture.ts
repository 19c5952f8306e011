import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { getText, type Task } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, Runner, ServedAgent } from '#engine/port';
import { createSqliteRunner } from '#engine/runner';
import { loadBackends } from './backends/backends.ts';
import type { AskUser } from './command.ts';
import { readManifest } from './manifest.ts';
import { runCommandLine } from './run.ts';

export interface FinishedRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in a separate process. */
export function runInSubprocess(...argv: readonly string[]): Promise<FinishedRun> {
  const main = join(import.meta.dirname, 'main.ts');
  return new Promise((resolve) => {
    const node = ['--conditions=@timestep/source', main, ...argv];
    execFile(process.execPath, node, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Runs a command in the test process, which is faster. */
export async function runInProcess(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  now = 0,
  ask?: AskUser,
): Promise<FinishedRun> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(argv, {
    version: '1.2.3',
    loadBackends: () => loadBackends(argv, readManifest().backends),
    env,
    now,
    getStopSignal: () => new AbortController().signal,
    ...(ask && { askUser: ask }),
    isStderrTerminal: false,
    write: (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}

/** Runs a command in the test process with an empty environment and the current time. */
export function runNow(...argv: readonly string[]): Promise<FinishedRun> {
  // A millisecond later, so that tasks which ended just now are older than zero milliseconds.
  return runInProcess(argv, {}, Date.now() + 1);
}

/** Creates a folder that is deleted at the end of the test. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/**
 * Agents for tests: `parrot` repeats the message, `asker` calls a client tool, `thinker` never
 * replies.
 */
export const AGENTS: readonly ServedAgent[] = [
  createServedAgent('parrot', (messages) => ({
    role: 'assistant',
    content: `heard ${messages.slice(-1).map(getText).join('')}`,
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  })),
  createServedAgent('asker', () => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call-1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } },
    ],
  })),
  createServedAgent('thinker', () => new Promise<never>(() => undefined)),
];

function createServedAgent(name: string, agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  const limits = { max_steps: 30, time_limit_s: 60 };
  return { name, agent, toolSite: 'client', limits, environment: () => environment };
}

/** Opens an SQLite runner that is closed at the end of the test. */
export function openTestRunner(path: string): Runner {
  const runner = createSqliteRunner({ path, agents: AGENTS });
  onTestFinished(() => runner.close(0));
  return runner;
}

const NEVER = new AbortController().signal;

/** Sends a message to an agent. Resolves to the task after its model has been called. */
export async function createTask(runner: Runner, agent: string, text: string): Promise<Task> {
  const message = { role: 'user', content: text } as const;
  const messageId = `${agent} ${text}`;
  const task = await runner.submit({ agent, principal: 'ann', messageId, message });
  if (agent !== 'thinker') return runner.waitUntilSettled(task.id, NEVER);
  for await (const update of runner.subscribe(task.id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  return task;
}
