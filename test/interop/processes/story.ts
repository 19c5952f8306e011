import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, listDescendants, listMarked } from './process-table.ts';
import type { WayOut } from './ways-out.ts';

export interface ProcessesOutcome {
  readonly rounds: number;
  /** Processes of servers that were seen to run. */
  readonly servers: number;
  /** Of each way out, the number of servers that were seen. */
  readonly seen: Readonly<Record<string, number>>;
  /** What was still running, or did not end, with the round in which it began. */
  readonly breaches: readonly string[];
  readonly seconds: number;
}

export interface ProcessesOptions {
  readonly ways: readonly WayOut[];
  readonly rounds: number;
  /** Servers of each program. */
  readonly serversEach: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
  readonly onRound?: (done: number) => void;
}

/** How servers are started: by a wrapper, as people's files name it. */
const WRAPPERS: readonly ((server: readonly string[]) => readonly string[])[] = [
  (server) => ['sh', '-c', '"$@"; true', 'sh', ...server],
  (server) => ['npx', '-c', server.map((word) => `'${word}'`).join(' ')],
  (server) => ['sh', '-c', `sh -c '"$@"; true' sh "$@"; true`, 'sh', ...server],
  (server) => server,
  (server) => ['sh', '-c', 'exec 3<&0; set -m; "$@" <&3 & wait', 'sh', ...server],
];

const SERVER = join(import.meta.dirname, 'lasting-server.ts');

/** Most milliseconds for the end of a program, and then for the end of all that it started. */
const END_MS = 60_000;
const REST_MS = 15_000;
/** Most milliseconds from the start of the first server to the end of its program. */
const MOMENT_MS = 1500;

/** Starts programs with servers behind wrappers, ends each in its way, and looks for what is left. */
export async function processesStory(options: ProcessesOptions): Promise<ProcessesOutcome> {
  const { ways, rounds, onRound } = options;
  const begun = performance.now();
  const breaches: string[] = [];
  const seen: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const way = ways[round % ways.length];
    if (!way) throw new Error('no ways out are given');
    const { servers, left } = await playRound(way, round, options);
    seen[way.name] = (seen[way.name] ?? 0) + servers;
    breaches.push(...left.map((breach) => `round ${round}, ${way.name}: ${breach}`));
    onRound?.(round + 1);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  const servers = Object.values(seen).reduce((sum, count) => sum + count, 0);
  return { rounds, servers, seen, breaches, seconds };
}

async function playRound(way: WayOut, round: number, options: ProcessesOptions): Promise<Round> {
  const { random } = options;
  const mark = `mark-${randomUUID()}`;
  const folder = createAgentFolder(mark, round, options);
  const child = spawn(process.execPath, ['--conditions=@timestep/source', ...way.start(folder)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  child.stdin.on('error', () => undefined);
  child.stdout.resume();
  const exited = once(child, 'exit').then(() => true);
  if (way.input !== undefined) child.stdin.end(way.input);
  const started = watchServers(mark);
  void way.ask?.(child).catch(() => undefined);
  let descendants = listDescendants(child.pid ?? 0);
  if (way.leave) {
    // One in five is ended at any moment, also before it starts a server, and the others later.
    if (random() > 0.2) await waitForFirst(mark);
    await pause(random() * MOMENT_MS);
    descendants = listDescendants(child.pid ?? 0);
    await way.leave(child);
  }
  const hasEnded = await Promise.race([exited, pause(END_MS, false)]);
  const breaches = hasEnded ? [] : ['the program did not end'];
  if (!hasEnded) child.kill('SIGKILL');
  for (const rest of await waitForNone(mark, descendants)) {
    breaches.push(`${rest.pid} is left: ${rest.command}`);
    killIfRunning(rest.pid);
  }
  rmSync(folder, { recursive: true, force: true });
  return { servers: started.end(), left: breaches };
}

interface Round {
  readonly servers: number;
  readonly left: readonly string[];
}

/** Counts the processes of servers that run until `end` is called. */
function watchServers(mark: string): { end(): number } {
  const pids = new Set<number>();
  const timer = setInterval(() => {
    for (const { pid, command } of listMarked(mark)) {
      if (command.startsWith(process.execPath)) pids.add(pid);
    }
  }, 100);
  return {
    end() {
      clearInterval(timer);
      return pids.size;
    },
  };
}

async function waitForFirst(mark: string): Promise<void> {
  const until = performance.now() + END_MS;
  while (listMarked(mark).length === 0 && performance.now() < until) await pause(20);
}

type Listed = ReturnType<typeof listMarked>;

async function waitForNone(mark: string, descendants: Listed): Promise<Listed> {
  const until = performance.now() + REST_MS;
  for (;;) {
    const left = [...listMarked(mark), ...descendants.filter(isRunning)];
    if (left.length === 0 || performance.now() > until) return left;
    await pause(50);
  }
}

function createAgentFolder(
  mark: string,
  round: number,
  { serversEach, random }: ProcessesOptions,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-processes-'));
  const mcpServers: Record<string, object> = {};
  for (let index = 0; index < serversEach; index += 1) {
    const delay = random() < 0.5 ? 0 : Math.round(random() * 1000);
    const deafness = random() < 0.2 ? ['deaf'] : [];
    const server = [process.execPath, SERVER, mark, String(delay), ...deafness];
    const wrap = WRAPPERS[(round + index) % WRAPPERS.length];
    const [command = '', ...args] = wrap?.(server) ?? server;
    mcpServers[`own${index}`] = { command, args };
  }
  const settings = { model: 'builtin:echo' };
  const file = { metadata: { name: 'lasting' }, settings, mcpServers };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(file));
  return folder;
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
}
