import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { getCrashCount } from '#core';
import type { AgentFn, Runner } from '#engine/port';
import { createManualClock } from '#testing';
import { examineStore } from '../sqlite-admin/examine-store.ts';
import { createSqliteRunner } from './sqlite-runner.ts';
import { calling, echo, NEVER, saying, served, stuck, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const PROCESS = fileURLToPath(new URL('poisoned-process.fixture.ts', import.meta.url));
const MOST_RUNS = 8;
/** For machines on which a process takes long to start. */
const STARTS_MS = 180_000;
const LEASE_MS = 10_000;

interface Outcome {
  readonly name: string;
  readonly id: string;
  readonly state: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Starts the server again and again, as a supervisor does, and kills it where it freezes. */
async function supervised(
  path: string,
  how: string,
  replay: string,
): Promise<{ crashes: number; outcomes: Outcome[] }> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const child = spawn(process.execPath, [PROCESS, path, how, replay, String(run)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (how === 'freeze' && output.includes('poisoned')) child.kill('SIGKILL');
    });
    await once(child, 'close');
    if (child.exitCode === 0) {
      return { crashes: run - 1, outcomes: JSON.parse(output) as Outcome[] };
    }
  }
  throw new Error(`the process was lost ${MOST_RUNS} times`);
}

/** Waits until that attempt of a model call has begun. */
async function asked(runner: Runner, taskId: string, attempt: number): Promise<void> {
  for await (const update of runner.subscribe(taskId, 0, NEVER)) {
    if (update.kind !== 'event' || update.event.type !== 'model.started') continue;
    if (update.event.attempt === attempt) return;
  }
  throw new Error(`attempt ${attempt} never began`);
}

describe('a task that ends or freezes its process', () => {
  it.each([
    ['abort', 'key'],
    ['exit', 'never'],
    ['freeze', 'safe'],
  ])(
    'by %s is given up after the third time (%s), and the others are done',
    async (how, replay) => {
      const path = files.newPath();
      const { crashes, outcomes } = await supervised(path, how, replay);
      expect(crashes).toBe(3);
      const states = outcomes.map(({ name, state }) => `${name} ${state}`);
      expect(states).toEqual([
        'old-1 completed',
        'old-2 completed',
        'poison failed',
        'young-1 completed',
        'young-2 completed',
      ]);
      const poisoned = outcomes.find(({ name }) => name === 'poison');
      expect(poisoned?.error).toMatchObject({
        code: 'process_lost',
        message: expect.stringMatching(/3 times in a row.*tool poison/),
      });
      const { findings } = await examineStore(path, Date.now());
      expect(findings.filter(({ code }) => code !== 'leftover-lock')).toMatchObject([
        {
          severity: 'note',
          code: 'given-up-task',
          message: expect.stringContaining(poisoned?.id ?? '?'),
        },
      ]);
    },
    STARTS_MS,
  );
});

it('counts processes that were stopped, whoever takes over', async () => {
  const path = files.newPath();
  const open = (run: number, agent: AgentFn) => {
    const clock = createManualClock(2 * run * LEASE_MS);
    const runner = createSqliteRunner({ path, agents: [served(agent)], clock, leaseMs: LEASE_MS });
    return { runner, clock };
  };
  let newest = open(0, stuck);
  const all = [newest];
  const { id } = await newest.runner.submit(saying('hi'));
  for (const run of [1, 2, 3]) {
    await asked(newest.runner, id, run);
    newest = open(run, run === 3 ? echo : stuck);
    all.push(newest);
  }
  const ended = await newest.runner.waitUntilSettled(id, NEVER);
  expect(ended.end).toMatchObject({ state: 'failed', error: { code: 'process_lost' } });
  for (const { runner, clock } of all) {
    const closing = runner.close(0);
    clock.advance(0);
    await closing;
  }
});

it(
  'counts no process that was closed in the midst of a task',
  async () => {
    const path = files.newPath();
    let runs = 0;
    const ask = (): Promise<never> | string => ((runs += 1) <= 5 ? stuck() : 'ran');
    const environment = {
      listTools: () => [
        { type: 'function', replay: 'safe', function: { name: 'ask', parameters: {} } } as const,
      ],
      callTool: async () => ({ content: await ask() }),
    };
    const agents = [served(calling('ask'), { environment: () => environment })];
    const begun = (): number => runs;
    for (let run = 1; run <= 5; run += 1) {
      const runner = createSqliteRunner({ path, agents });
      await runner.submit(saying('hi'));
      await expect.poll(begun).toBe(run);
      await runner.close(0);
    }
    const last = createSqliteRunner({ path, agents });
    const task = await last.waitUntilSettled((await last.submit(saying('hi'))).id, NEVER);
    expect(task.state).toBe('completed');
    expect(getCrashCount(task)).toBe(0);
    await last.close(0);
  },
  STARTS_MS,
);

it('refuses a limit that would give up whatever was under way in the first crash', () => {
  const options = { path: files.newPath(), agents: [served(echo)], crashLimit: 1 };
  expect(() => createSqliteRunner(options)).toThrow(/crashLimit must be 2 or more/);
});
