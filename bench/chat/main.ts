/**
 * `npm run measure:chat`: measures the cost of a conversation in a terminal: bytes for each
 * streamed token, and time, CPU and memory of the built command until it accepts input, in a
 * terminal and from an editor. Requires Linux and Python.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EMPTY_VIEW,
  applyUpdate,
  type ConversationView,
} from '../../packages/timestep/src/people/view/index.ts';
import { createFixtureScreen } from '../../packages/timestep/src/people/cli/chat/screen.fixture.ts';
import {
  createFixtureTurn,
  createCompleteTurn,
} from '../../packages/timestep/src/people/cli/chat/turns.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const IN_TERMINAL = join(ROOT, 'test/interop/in-terminal.py');
const MAIN = join(ROOT, 'packages/timestep/dist/people/cli/main.js');
const GUIDE = join(ROOT, 'packages/timestep/dist/guide');
const ROUNDS = 7;
/**
 * Hides the other packages of this repository from the command, as if only `timestep` were
 * installed.
 */
const ALONE = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@timestep-ai/')) return next(name, context);
      throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
`)}`;

/** Tokens as a model streams them: paragraphs, a list and code. */
const TOKENS = [
  '# Part\n\nSome words about the sky, the **sea** and `code`, which go on for more than a line ',
  'of a usual terminal, so that lines wrap.\n\n- one\n- two with more words\n- three\n\n',
  '```js\nconst sky = "blue";\nconsole.log(sky);\n```\n\n',
]
  .join('')
  .repeat(12)
  .split(/(?<=\s)/);

for (const [messages, columns] of [
  [10, 80],
  [200, 80],
  [2000, 80],
  [200, 200],
] as const) {
  const { bytes, cpuUs } = streamed(messages, columns);
  console.log(
    `${messages} messages, ${columns} columns: ${bytes.toFixed(0)} bytes and ${cpuUs.toFixed(0)} µs of CPU per token`,
  );
}
const folder = mkdtempSync(join(tmpdir(), 'timestep-chat-'));
try {
  writeFileSync(
    join(folder, 'script.json'),
    JSON.stringify({ name: 'script', rules: [{ reply: 'Hello.' }] }),
  );
  writeFileSync(
    join(folder, 'tsagent.json'),
    JSON.stringify({ metadata: { name: 'Guide' }, settings: { model: 'lmstudio/m' } }),
  );
  const starts = {
    'node, which does nothing': startEmptyProcess,
    'prompt, an agent of a script': () => startUntilPrompt(['chat', 'script.json']),
    'prompt, an agent of a folder': () => startUntilPrompt(['chat', '.']),
    'prompt, the guide': () => startUntilPrompt(['chat', GUIDE]),
    'first answer to an editor': firstAnswer,
  };
  const measured = new Map<string, Started[]>();
  // The subjects take turns, so that other work on the machine affects all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, start] of Object.entries(starts)) {
      measured.set(name, [...(measured.get(name) ?? []), await start()]);
    }
  }
  for (const [name, all] of measured) console.log(`${name}: ${textOfStarts(all)}`);
} finally {
  rmSync(folder, { recursive: true });
}

function createHistory(messages: number): ConversationView {
  return Array.from({ length: messages / 2 }, (_, at) =>
    createCompleteTurn(`h${at}`, 'What?', 'That.'),
  )
    .flat()
    .reduce(applyUpdate, EMPTY_VIEW);
}

function streamed(
  messages: number,
  columns: number,
): { readonly bytes: number; readonly cpuUs: number } {
  const { update, written } = createFixtureScreen({ from: createHistory(messages), columns });
  const turn = createFixtureTurn('t1');
  update(...turn.begin('Tell me.'));
  written();
  const before = process.cpuUsage();
  for (const token of TOKENS) update(turn.word(token));
  const { user, system } = process.cpuUsage(before);
  return {
    bytes: Buffer.byteLength(written()) / TOKENS.length,
    cpuUs: (user + system) / TOKENS.length,
  };
}

/** The resources that a process has used so far. */
interface Started {
  readonly ms: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

function usedBy(pid: string, begun: number): Started {
  const ms = performance.now() - begun;
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    ms,
    cpuMs: nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6,
    megabytes: Number(kilobytes) / 1000,
  };
}

function textOfStarts(all: readonly Started[]): string {
  const median = (of: (one: Started) => number): string =>
    (all.map(of).toSorted((one, other) => one - other)[all.length >> 1] ?? 0).toFixed(0);
  const least = Math.min(...all.map(({ cpuMs }) => cpuMs)).toFixed(0);
  return `${median(({ ms }) => ms)} ms, ${median(({ cpuMs }) => cpuMs)} ms of CPU (at least ${least}), ${median(({ megabytes }) => megabytes)} MB`;
}

async function startEmptyProcess(): Promise<Started> {
  const begun = performance.now();
  const program = 'process.stdout.write("."); setInterval(() => undefined, 1000);';
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const used = usedBy(String(child.pid), begun);
  child.kill();
  await once(child, 'exit');
  return used;
}

async function startUntilPrompt(argv: readonly string[]): Promise<Started> {
  const begun = performance.now();
  const command = [process.execPath, '--import', ALONE, MAIN, ...argv];
  const args = [IN_TERMINAL, '80', '24', ...command];
  const child = spawn('python3', args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(text);
    if (output.includes('Enter: send')) break;
  }
  const pid = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const used = usedBy(pid, begun);
  child.stdout.resume();
  child.stdin.write('\u0003\u0003');
  await once(child, 'exit');
  return used;
}

async function firstAnswer(): Promise<Started> {
  const begun = performance.now();
  const args = ['--import', ALONE, MAIN, 'acp', '.'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const params = { protocolVersion: 1, clientCapabilities: {} };
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  child.stdin.write(`${initialize}\n`);
  await once(child.stdout, 'data');
  const used = usedBy(String(child.pid), begun);
  child.stdout.resume();
  child.stdin.end();
  await once(child, 'exit');
  return used;
}
