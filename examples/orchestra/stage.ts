/**
 * Creates copies of the agents and a `timestep` command for them, and starts programs in the copied
 * folder.
 */
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
  /** The folder of the copies, their tasks and bookings. */
  readonly folder: string;
  /**
   * Environment variables that make `timestep` run this package and make scripts answer instead of
   * models.
   */
  readonly env: Readonly<Record<string, string>>;
  /** The booked journeys, oldest first, as lines of JSON. */
  bookings(): readonly string[];
  /** Makes the coordinator call an agent at an address instead of its local copy. */
  replace(name: string, address: string): void;
  remove(): void;
}

export function copyAgents(): Copies {
  mkdirSync(WORK, { recursive: true });
  // The copies are inside this folder, so that the tools of the agents find their imports.
  const folder = mkdtempSync(join(WORK, 'orchestra-'));
  for (const name of AGENTS) cpSync(join(HERE, name), join(folder, name), { recursive: true });
  const file = join(folder, 'travel/bookings.jsonl');
  rmSync(file, { force: true });
  return {
    folder,
    env: createScriptedEnvironment(createCommandFolder(folder)),
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
  /** Stops all started programs and deletes the folder. */
  close(): Promise<void>;
}

/**
 * Prepares the copies and the weather agent. If no address of a weather agent is given, starts a
 * weather agent that supports only A2A 0.3.
 */
export async function openStage(weatherUrl: string | undefined): Promise<Stage> {
  const copies = copyAgents();
  const { folder, env } = copies;
  const started: Program[] = [];
  const start = (command: string, args: readonly string[]): Program => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    return child;
  };
  const old = ['--conditions=@timestep/source', join(HERE, 'old-agents.ts'), 'weather'];
  const weather = weatherUrl ?? (await readAddress(start(process.execPath, old)));
  copies.replace('weather', weather);
  return {
    ...copies,
    weather,
    start,
    async close() {
      await Promise.all(started.map(waitForExit));
      copies.remove();
    },
  };
}

/** Removes the variables of model providers, so that the scripts of the folders answer. */
function createScriptedEnvironment(bin: string): Record<string, string> {
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

/** Creates a folder with a `timestep` command that runs the package of this program. */
function createCommandFolder(folder: string): string {
  const index = import.meta.resolve('@timestep-ai/timestep');
  const main = fileURLToPath(new URL(`people/cli/main${extname(index)}`, index));
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

async function waitForExit(child: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

/** Returns the first address that a program prints. */
export async function readAddress({ stdout }: Program): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+[\w/]*/.exec(line) ?? [];
    if (address === undefined) continue;
    stdout.resume();
    return address;
  }
  throw new Error('the program exited before it printed an address');
}
