/**
 * `npm run measure:chat`: what a conversation at a terminal costs: bytes for each token that is streamed, and time, CPU and
 * memory of the built command until it can be written to. Needs Linux and Python.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EMPTY_VIEW,
  shown,
  type ConversationView,
} from '../../packages/timestep/src/chat/index.ts';
import { screenOf } from '../../packages/timestep/src/cli/chat/screen.fixture.ts';
import { turnOf, wholeTurn } from '../../packages/timestep/src/cli/chat/turns.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const IN_TERMINAL = join(ROOT, 'test/interop/in-terminal.py');
const MAIN = join(ROOT, 'packages/timestep/dist/cli/main.js');
const ROUNDS = 5;
/** The command finds no other packages of this repository, as where `timestep` is installed alone. */
const ALONE = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@timestep/')) return next(name, context);
      throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
`)}`;
/** A clock tick of Linux, in milliseconds. */
const TICK_MS = 10;

/** Words as a model streams them: paragraphs, a list and code. */
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
  for (const agent of ['script.json', '.']) {
    for (let round = 0; round < ROUNDS; round += 1) console.log(await started(agent));
  }
} finally {
  rmSync(folder, { recursive: true });
}

function historyOf(messages: number): ConversationView {
  return Array.from({ length: messages / 2 }, (_, at) => wholeTurn(`h${at}`, 'What?', 'That.'))
    .flat()
    .reduce(shown, EMPTY_VIEW);
}

function streamed(
  messages: number,
  columns: number,
): { readonly bytes: number; readonly cpuUs: number } {
  const { update, written } = screenOf({ from: historyOf(messages), columns });
  const turn = turnOf('t1');
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

async function started(agent: string): Promise<string> {
  const begun = performance.now();
  const command = [process.execPath, '--import', ALONE, MAIN, 'chat', agent];
  const args = [IN_TERMINAL, '80', '24', ...command];
  const child = spawn('python3', args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(text);
    if (output.includes('Enter sends')) break;
  }
  const ms = performance.now() - begun;
  const pid = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ').map(Number);
  const cpu = ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS;
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  child.stdout.resume();
  child.stdin.write('\u0003\u0003');
  await once(child, 'exit');
  return `${agent}: prompt after ${ms.toFixed(0)} ms, ${cpu} ms of CPU, ${Number(rss) / 1000} MB`;
}
