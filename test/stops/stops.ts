import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { numbersFrom } from '../interop/kill/numbers.ts';
import { call, CALLERS, type Caller, type Seen, type ServerAddress } from './callers.ts';

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url));
const GRACES_MS = [0, 150, 600];
const LONGEST_MS = 800;
/** Time in which the next server ends the tasks that a stop has left. */
const RESUME_MS = 30_000;

export interface StopsOutcome {
  readonly breaches: readonly string[];
  /** Number of calls by protocol and by what the caller saw. */
  readonly seen: Readonly<Record<string, number>>;
}

interface MadeCall {
  readonly caller: Caller;
  readonly key: string;
  readonly seen: Seen;
}

interface LiveServer {
  readonly child: ChildProcess;
  readonly address: ServerAddress;
  readonly readStates: () => Promise<Readonly<Record<string, string>>>;
  readonly said: () => string;
}

/** Stops servers at random moments, with a call of each protocol in flight, and compares answers with the log. */
export async function runStops(stops: number, seed: number): Promise<StopsOutcome> {
  const random = numbersFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'stops-'));
  const database = join(folder, 'tasks.db');
  const breaches: string[] = [];
  const seen: Record<string, number> = {};
  const graceOf = (): number => GRACES_MS[Math.floor(random() * GRACES_MS.length)] ?? 0;
  let left: readonly MadeCall[] = [];
  try {
    for (let stop = 0; stop <= stops; stop += 1) {
      const graceMs = graceOf();
      const server = await startServer(database, graceMs);
      breaches.push(...(await compareWithLog(server, left)));
      const calls = CALLERS.map(async (caller, at): Promise<MadeCall> => {
        const key = `${caller.name}-${stop}-${at}`;
        await pause(random() * 100);
        return {
          caller,
          key,
          seen: await call(server.address, caller, key, random() * LONGEST_MS),
        };
      });
      await pause(random() * LONGEST_MS);
      const exited = once(server.child, 'exit');
      server.child.kill('SIGTERM');
      await exited;
      left = await Promise.all(calls);
      for (const made of left) {
        const row = `${made.caller.name} ${made.seen}`;
        seen[row] = (seen[row] ?? 0) + 1;
      }
      if (server.said() !== '') breaches.push(`stop ${stop} (grace ${graceMs}): ${server.said()}`);
    }
    return { breaches, seen };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startServer(database: string, graceMs: number): Promise<LiveServer> {
  const flags = ['--conditions=@timestep/source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, SERVER, database, String(graceMs)]);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  return {
    child,
    address: JSON.parse(await next()) as ServerAddress,
    said: () => said,
    async readStates() {
      child.stdin.write('\n');
      return JSON.parse(await next()) as Record<string, string>;
    },
  };
}

/** Waits until every task has ended, and compares each with what its caller saw. */
async function compareWithLog(
  { readStates }: LiveServer,
  calls: readonly MadeCall[],
): Promise<readonly string[]> {
  const deadline = performance.now() + RESUME_MS;
  let states = await readStates();
  while (Object.values(states).some(isUnderWay) && performance.now() < deadline) {
    await pause(100);
    states = await readStates();
  }
  return calls.flatMap(({ caller, key, seen }) => {
    const state = states[key];
    const isRight = isConsistent(caller, seen, state);
    return isRight
      ? []
      : [`${key}: its caller saw ${seen}, and the log says ${state ?? 'nothing'}`];
  });
}

function isUnderWay(state: string): boolean {
  return state === 'submitted' || state === 'working';
}

/** Whether what a caller saw and what the log says can both be true. */
export function isConsistent(
  { isStored }: Pick<Caller, 'isStored'>,
  seen: Seen,
  state: string | undefined,
): boolean {
  if (!isStored) return seen !== 'failed' && state === undefined;
  switch (seen) {
    case 'completed':
      return state === 'completed';
    case 'failed':
      return state === 'failed' || state === 'canceled';
    case 'cut':
      // A call whose connection was cut before it was accepted left no task.
      return state === 'completed' || state === undefined;
    case 'refused':
      return state === undefined;
  }
}
