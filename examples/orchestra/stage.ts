/** Copies of the agents, the command `timestep` for them to start, and programs that run among them. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const HERE = import.meta.dirname;
const WORK = join(HERE, '.timestep');
const AGENTS = ['coordinator', 'weather', 'travel', 'phrases'];

export type Program = ChildProcessByStdio<Writable, Readable, null>;

/** Copies of the agents, which may be changed. */
export interface Copies {
  /** Where they are, each with its tasks and bookings. */
  readonly folder: string;
  /** Variables of a process in which `timestep` is this package, and scripts answer. */
  readonly env: Readonly<Record<string, string>>;
  /** The journeys that were booked, oldest first: lines of JSON. */
  bookings(): readonly string[];
  /** Has the coordinator ask an agent at an address in place of the one beside it. */
  replace(name: string, address: string): void;
  remove(): void;
}

export function copiedAgents(): Copies {
  mkdirSync(WORK, { recursive: true });
  // Within this folder, so that the tools of the agents find what they import.
  const folder = mkdtempSync(join(WORK, 'orchestra-'));
  for (const name of AGENTS) cpSync(join(HERE, name), join(folder, name), { recursive: true });
  const file = join(folder, 'travel/bookings.jsonl');
  rmSync(file, { force: true });
  return {
    folder,
    env: environmentOf(commandIn(folder)),
    bookings: () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []),
    replace(name, address) {
      const manifest = join(folder, 'coordinator/tsagent.json');
      const text = readFileSync(manifest, 'utf8');
      writeFileSync(manifest, text.replace(`"../${name}"`, JSON.stringify(address)));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Stage extends Copies {
  /** The address of the weather agent. */
  readonly weather: string;
  /** Starts a program in the folder. */
  start(command: string, args: readonly string[]): Program;
  /** Ends what was started, and removes the folder. */
  close(): Promise<void>;
}

/** The stage. Without an address of a weather agent, one is started that speaks A2A 0.3 alone. */
export async function openStage(weatherUrl: string | undefined): Promise<Stage> {
  const copies = copiedAgents();
  const { folder, env } = copies;
  const started: Program[] = [];
  const start = (command: string, args: readonly string[]): Program => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    return child;
  };
  const old = ['--conditions=@timestep/source', join(HERE, 'old-agents.ts'), 'weather'];
  const weather = weatherUrl ?? (await addressOf(start(process.execPath, old)));
  copies.replace('weather', weather);
  return {
    ...copies,
    weather,
    start,
    async close() {
      await Promise.all(started.map(ended));
      copies.remove();
    },
  };
}

/** Without the variables of a provider: the scripts of the folders answer. */
function environmentOf(bin: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH: [bin, dirname(process.execPath), PATH].join(delimiter),
    HOME,
    TIMESTEP_CONFIG: join(dirname(bin), 'configuration'),
    ...nodeVariables(),
  };
}

/** What Node is to do alike in all processes. */
function nodeVariables(): Record<string, string> {
  const { NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return {
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }),
  };
}

/** A folder with the command `timestep` of the package that this program imports. */
function commandIn(folder: string): string {
  const index = import.meta.resolve('@timestep-ai/timestep');
  const main = fileURLToPath(new URL(`cli/main${extname(index)}`, index));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const run = `exec '${process.execPath}' --conditions=@timestep/source '${main}' "$@"`;
  writeFileSync(join(bin, 'timestep'), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  // Servers of tools are given no variables: they start in half the time with these.
  const given = Object.entries(nodeVariables()).map(
    ([name, value]) => `export ${name}='${value}'\n`,
  );
  const node = `${given.join('')}exec '${process.execPath}' "$@"`;
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
  return bin;
}

async function ended(child: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

/** The first address that a program prints. */
export async function addressOf({ stdout }: Program): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+[\w/]*/.exec(line) ?? [];
    if (address === undefined) continue;
    stdout.resume();
    return address;
  }
  throw new Error('the program ended before it listened');
}
