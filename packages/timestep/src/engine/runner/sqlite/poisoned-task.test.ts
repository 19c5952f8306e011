import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { getHighestCrashCount } from '#core';
import type { AgentFn, Runner } from '#engine/port';
import { createManualClock } from '#testing';
import { examineStore } from '../sqlite-admin/examine-store.ts';
import { createSqliteRunner } from './sqlite-runner.ts';
import { calling, echo, NEVER, saying, served, stuck, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const PROCESS = fileURLToPath(new URL('poisoned-process.fixture.ts', import.meta.url));
const INNOCENT = fileURLToPath(new URL('innocent-process.fixture.ts', import.meta.url));
const BETWEEN_KILLS_MS = 700;
const BETWEEN_SIGNALS_MS = 100;
const MOST_RUNS = 8;
/** For machines on which a process takes long to start. */
const STARTS_MS = 180_000;
const LEASE_MS = 10_000;

interface Outcome {
  readonly name: string;
  readonly id: string;
  readonly state: string;
  readonly question?: string;
}

/** Starts the server again and again, as a supervisor does, and kills it where it freezes. */
async function supervised(
  path: string,
  how: string,
  replay: string,
): Promise<{ crashes: number; outcomes: Outcome[] }> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const flags = how === 'memory' ? ['--max-old-space-size=60'] : [];
    const child = spawn(process.execPath, [...flags, PROCESS, path, how, replay, String(run)], {
      stdio: ['ignore', 'pipe', 'ignore'],
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

// These mostly wait for processes.
describe.concurrent('a task that ends or freezes its process', () => {
  it.each([
    ['exit', 'never', 3],
    ['throw', 'safe', 3],
    ['abort', 'key', 4],
    ['freeze', 'safe', 4],
    ['memory', 'safe', 4],
  ])(
    'by %s is parked (%s, crash %i), and the others are done',
    async (how, replay, most) => {
      const path = files.newPath();
      const { crashes, outcomes } = await supervised(path, how, replay);
      expect(crashes).toBe(most);
      const states = outcomes.map(({ name, state }) => `${name} ${state}`);
      expect(states).toEqual([
        'old-1 completed',
        'old-2 completed',
        'poison input-required',
        'young-1 completed',
        'young-2 completed',
      ]);
      const poisoned = outcomes.find(({ name }) => name === 'poison');
      expect(poisoned?.question).toBe(
        'The call of tool poison has ended its process 3 times in a row. Go on or cancel?',
      );
      const { findings } = await examineStore(path, Date.now());
      expect(findings.filter(({ code }) => code !== 'leftover-lock')).toMatchObject([
        {
          severity: 'note',
          code: 'parked-task',
          message: expect.stringContaining(poisoned?.id ?? '?'),
        },
      ]);
    },
    STARTS_MS,
  );
});

describe.concurrent('tasks that do nothing wrong', () => {
  it.each([
    ['SIGKILL', 1, 4],
    ['SIGTERM', 1, 4],
    ['SIGKILL', 50, 8],
  ] as const)(
    'survive: %s, with %i of them, %i times in a row',
    async (signal, tasks, kills) => {
      const path = files.newPath();
      for (let kill = 1; kill <= kills; kill += 1) {
        const { child, said } = innocents(path, tasks);
        await said('begun', '[');
        await pause(BETWEEN_KILLS_MS);
        const closed = once(child, 'close');
        child.kill(signal);
        // Signals that arrive together are one signal, after which the tasks may end.
        await pause(BETWEEN_SIGNALS_MS);
        child.kill(signal);
        await closed;
      }
      const { said } = innocents(path, tasks);
      const states = (await said('[')).slice((await said('[')).indexOf('['));
      expect(JSON.parse(states)).toEqual(Array.from({ length: tasks }, () => 'completed'));
    },
    STARTS_MS,
  );
});

/** Starts the process of innocent tasks. `said` resolves to its output once that contains one of the texts. */
function innocents(path: string, tasks: number) {
  const child = spawn(process.execPath, [INNOCENT, path, String(tasks)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const said = async (...texts: readonly string[]): Promise<string> => {
    while (!texts.some((text) => output.includes(text))) await once(child.stdout, 'data');
    return output;
  };
  return { child, said };
}

it('blames no task whose process froze or lost its lease', async () => {
  const path = files.newPath();
  const open = (run: number, agent: AgentFn) => {
    const clock = createManualClock(20 * run * LEASE_MS);
    const agents = [served(agent, { limits: { max_steps: 10, time_limit_s: 86_400 } })];
    const runner = createSqliteRunner({ path, agents, clock, leaseMs: LEASE_MS });
    return { runner, clock };
  };
  let newest = open(0, stuck);
  const all = [newest];
  const { id } = await newest.runner.submit(saying('hi'));
  for (const run of [1, 2, 3, 4, 5]) {
    await asked(newest.runner, id, run);
    // The code of the call is marked as running until the end of this turn of the event loop.
    await nextTurn();
    newest = open(run, run === 5 ? echo : stuck);
    all.push(newest);
    newest.clock.advance(120_000);
  }
  const ended = await newest.runner.waitUntilSettled(id, NEVER);
  expect(ended.state).toBe('completed');
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
    expect(getHighestCrashCount(task)).toBe(0);
    await last.close(0);
  },
  STARTS_MS,
);

it('refuses a limit that would give up whatever was under way in the first crash', () => {
  const options = { path: files.newPath(), agents: [served(echo)], crashLimit: 1 };
  expect(() => createSqliteRunner(options)).toThrow(/crashLimit must be 2 or more/);
});
