import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A way in which a program that has started servers of tools comes to its end. */
export interface WayOut {
  readonly name: string;
  /** Arguments of Node that start the program with the agent of the folder. */
  readonly start: (folder: string) => readonly string[];
  /** What the program reads at once. The input stays open if it is not given. */
  readonly input?: string;
  /** Makes the program end; without it, the program ends by itself. */
  readonly leave?: (child: ChildProcess) => Promise<void> | void;
  /** Makes a program that waits for requests start its servers. */
  readonly ask?: (child: ChildProcess) => Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'packages/timestep/src/people/cli/main.ts');
const LIBRARY = join(import.meta.dirname, 'library-program.ts');

function command(...words: readonly string[]) {
  return (folder: string): readonly string[] =>
    [MAIN, ...words].map((word) => word.replace('FOLDER', folder));
}

const CHAT = {
  start: command('chat', 'FOLDER', '--database', 'FOLDER/tasks.db'),
  input: 'hi\n',
};

const SERVE = {
  start: command('serve', 'FOLDER', '--port', '0', '--database', 'FOLDER/tasks.db'),
  async ask(child: ChildProcess) {
    const url = await findAddress(child);
    const body = JSON.stringify({ model: 'lasting', input: 'hi' });
    const headers = { 'content-type': 'application/json' };
    // The program may be ended before it answers.
    await fetch(`${url}/v1/responses`, { method: 'POST', headers, body }).catch(() => undefined);
  },
};

const RUN = {
  start(folder: string) {
    const tasks = join(folder, 'tasks.jsonl');
    writeFileSync(tasks, `{"messages":[{"role":"user","content":"hi"}]}\n`);
    const outdir = join(folder, 'results');
    const suite = ['--tasks', tasks, '--outdir', outdir, '--trials', '2', '--agent'];
    return [MAIN, 'run', ...suite, `folder:${folder}`];
  },
};

const ACP = {
  start: command('acp', 'FOLDER', '--database', 'FOLDER/tasks.db'),
  async ask(child: ChildProcess) {
    const send = (id: number, method: string, params: object): void =>
      void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    send(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
    await findInOutput(child, /"id":(1),"result"/);
    send(2, 'session/new', { cwd: '/', mcpServers: [] });
    const sessionId = await findInOutput(child, /"sessionId":"([^"]+)"/);
    send(3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hi' }] });
  },
};

const signal =
  (name: NodeJS.Signals) =>
  (child: ChildProcess): void =>
    void child.kill(name);

async function twice(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill('SIGINT');
}

const library = (way: string) => ({ start: (folder: string) => [LIBRARY, folder, way] });

export const WAYS_OUT: readonly WayOut[] = [
  { name: 'a piped chat ends', ...CHAT },
  { name: 'a piped chat gets SIGTERM', ...CHAT, leave: signal('SIGTERM') },
  { name: 'a piped chat gets SIGHUP', ...CHAT, leave: signal('SIGHUP') },
  { name: 'a piped chat gets SIGKILL', ...CHAT, leave: signal('SIGKILL') },
  { name: 'a piped chat gets SIGINT twice', ...CHAT, leave: twice },
  { name: 'a server of agents gets SIGTERM', ...SERVE, leave: signal('SIGTERM') },
  { name: 'a server of agents gets SIGINT twice', ...SERVE, leave: twice },
  { name: 'a server of agents gets SIGKILL', ...SERVE, leave: signal('SIGKILL') },
  { name: 'an editor goes', ...ACP, leave: (child) => void child.stdin?.end() },
  { name: 'an editor kills its agent', ...ACP, leave: signal('SIGKILL') },
  { name: 'an evaluation ends', ...RUN },
  { name: 'an evaluation gets SIGTERM', ...RUN, leave: signal('SIGTERM') },
  { name: 'an evaluation gets SIGKILL', ...RUN, leave: signal('SIGKILL') },
  { name: 'a program closes', ...library('close') },
  { name: 'a program closes while connecting', ...library('close while connecting') },
  { name: 'a program reloads its servers', ...library('reload and close') },
  { name: 'a program throws', ...library('throw') },
  { name: 'a program exits', ...library('exit') },
  { name: 'a program gets SIGTERM', ...library('stay'), leave: signal('SIGTERM') },
  { name: 'a program gets SIGKILL', ...library('stay'), leave: signal('SIGKILL') },
];

/** A starter that is wrong on purpose: it ends only the process that it has started itself. */
export const BAD_STARTER: WayOut = { name: 'a bad starter', ...library('end only the child') };

function findAddress(child: ChildProcess): Promise<string> {
  return findInOutput(child, /(http:\/\/127\.0\.0\.1:\d+)/);
}

/** Waits for output of a program, or for ever if the program ends before. */
async function findInOutput({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  let printed = '';
  for (;;) {
    printed += String((await once(stdout ?? raise(), 'data'))[0]);
    const [, found] = pattern.exec(printed) ?? [];
    if (found !== undefined) return found;
  }
}

function raise(): never {
  throw new Error('the program has no output');
}
