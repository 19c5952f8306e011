import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { messageIdIn, serveFakeModel } from './fake-model.ts';
import { until } from './stage.fixture.ts';
import type { Tally, Verdict } from './verdict.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const FREE_PORTS = ['--port-a', '0', '--port-b', '0', '--port-driver', '0'];

const children: ChildProcess[] = [];
afterAll(() => {
  // Whatever a test that failed has left.
  for (const child of children) child.kill('SIGKILL');
});

interface Demo {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
  readonly exitCode: Promise<number | null>;
}

function startDemo(args: readonly string[], env: NodeJS.ProcessEnv = {}): Demo {
  const child = spawn(process.execPath, ['--conditions=@timestep/source', MAIN, ...args], {
    env: {
      ...process.env,
      NO_COLOR: '1',
      LM_STUDIO_BASE_URL: '',
      RETRY_FIRST_PAUSE_MS: '50',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const complaints: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const exitCode = once(child, 'close').then(() => child.exitCode);
  return { child, lines, complaints, exitCode };
}

/** The processes that the story names. */
function pidsIn(lines: readonly string[]): number[] {
  return lines.flatMap((line) => {
    const pid = /listens on port \d+, process (\d+)$/.exec(line)?.[1];
    return pid === undefined ? [] : [Number(pid)];
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('tells the story, and its verdict as JSON, when nothing is lost', async () => {
  const demo = startDemo(['--json', ...FREE_PORTS]);
  expect(await demo.exitCode).toBe(0);
  expect(demo.lines).toHaveLength(1);
  const { ok, rows, tally } = JSON.parse(demo.lines[0] ?? '') as Verdict & { tally: Tally };
  expect(ok).toBe(true);
  expect(rows.map(({ holds }) => holds)).toEqual(rows.map(() => true));
  expect(tally).toEqual({
    turns: 3,
    sent: ['m1', 'm2', 'm3'],
    persisted: ['m1', 'm2', 'm3'],
    replies: ['r-m1', 'r-m2', 'r-m3'],
    duplicateReplies: 0,
    isPersistedBeforeCrash: true,
    crashes: [1],
    restarts: 1,
    modelCalls: { m1: 1, m2: 1, m3: 1 },
    states: ['COMPLETED', 'completed'],
  });
});

it("holds as many turns as are asked for, with a model of one's own and a dead Langfuse", async () => {
  const model = await serveFakeModel();
  const env = {
    LM_STUDIO_BASE_URL: model.baseUrl,
    LM_STUDIO_MODEL: 'google/gemma-3-1b',
    LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
    LANGFUSE_SECRET_KEY: 'sk-lf-2',
    LANGFUSE_HOST: 'http://127.0.0.1:9',
  };
  const demo = startDemo(['--turns', '5', ...FREE_PORTS], env);
  expect(await demo.exitCode).toBe(0);
  const told = demo.lines.join('\n');
  for (const text of [
    /A -> B +m5 "Message 5 of 5: .*\[\[TRIGGER:EXECUTE_ORDER_66\]\]"/,
    /\*\*\* EXECUTING ORDER 66 \*\*\*/,
    /\*\*\* agent-b \(process \d+\) is dead: exit code 1\. Starting it again\. \*\*\*/,
    /B -> A +r-m5 /,
    /model calls +5: m1×1 m2×1 m3×1 m4×1 m5×1 +ok/,
    /Nothing was lost, and nothing was done twice\./,
  ]) {
    expect(told).toMatch(text);
  }
  expect(told).not.toContain('sk-lf-2');
  // A model of one's own is counted by agent B's log; this one has counted, too.
  expect(model.asked.map(messageIdIn)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  await model.close();
  const pids = pidsIn(demo.lines);
  expect(pids).toHaveLength(4);
  expect(pids.filter(isRunning)).toEqual([]);
});

it('says what is in the way where a port is taken', async () => {
  const taken = await serveFakeModel();
  const { port } = new URL(taken.baseUrl);
  const demo = startDemo([...FREE_PORTS, '--port-b', port]);
  expect(await demo.exitCode).toBe(1);
  expect(demo.complaints).toEqual([
    `agent-b does not start: port ${port} is in use: stop what uses it or choose another port`,
  ]);
  await taken.close();
});

it('passes an interrupt on and leaves nothing running', async () => {
  const demo = startDemo(['--turns', '20', ...FREE_PORTS]);
  await until(() => demo.lines.some((line) => line.includes('A -> B')));
  demo.child.kill('SIGINT');
  expect(await demo.exitCode).toBe(130);
  const pids = pidsIn(demo.lines);
  expect(pids.length).toBeGreaterThanOrEqual(3);
  expect(pids.filter(isRunning)).toEqual([]);
});

it('leaves nothing running even when it is killed itself', async () => {
  const demo = startDemo(['--keep', ...FREE_PORTS]);
  await until(() => demo.lines.some((line) => line.includes('Everything keeps running')));
  demo.child.kill('SIGKILL');
  await demo.exitCode;
  const pids = pidsIn(demo.lines);
  expect(pids).toHaveLength(4);
  await until(() => !pids.some(isRunning));
});

it.concurrent.each<[string, string[], number, RegExp]>([
  ['explains itself', ['--help'], 0, /npm run demo:order-66 -- --keep/],
  ['knows its runners', ['--runner', 'paper'], 2, /must be embedded or temporal, got "paper"/],
  ['has bounds', ['--turns', '21'], 2, /--turns must be from 1 to 20, got "21"/],
  ['knows its options', ['--fast'], 2, /--fast/],
  ['wants ports', ['--port-a', 'x'], 2, /AGENT_A_PORT must be a whole number/],
])('%s', async (_name, args, exitCode, text) => {
  const demo = startDemo(args);
  expect(await demo.exitCode).toBe(exitCode);
  expect([...demo.lines, ...demo.complaints].join('\n')).toMatch(text);
});
