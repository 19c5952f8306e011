import { text as textOf } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { loadBackends } from './backends/backends.ts';
import { createProcessTerminal } from './chat/terminal.ts';
import { EXIT, type FinishedCommand } from './command.ts';
import { readManifest } from './manifest.ts';
import { runCommandLine } from './run.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Ignores errors of a closed output, because its reader may stop early, as `head` does.
  if (error.code === 'EPIPE') process.exit(EXIT.fine);
  process.stderr.write(
    `timestep: cannot write the output (${error.message}): free some disk space\n`,
  );
  process.exit(EXIT.failed);
});

/** Creates a signal that aborts on SIGINT or SIGTERM; a second one ends the process. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

async function askInTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}

/** Asks for a secret: what is typed goes to no terminal. */
async function askSecretInTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(''), ended])).trim();
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

async function runCommandInSubprocess(words: readonly string[]): Promise<FinishedCommand> {
  const { runToEnd } = await import('#engine/processes');
  const [, program = ''] = process.argv;
  const args = [...process.execArgv, program, ...words];
  const command = { command: process.execPath, args };
  const { exit, stdout, stderr } = await runToEnd(command, { errorTail: MAX_ERROR_CHARACTERS });
  return { code: exit.code ?? EXIT.failed, stdout, stderr };
}

const MAX_ERROR_CHARACTERS = 1024 * 1024;

const argv = process.argv.slice(2);
const { version, backends } = readManifest();

process.exitCode = await runCommandLine(argv, {
  version,
  loadBackends: () => loadBackends(argv, backends),
  env: process.env,
  now: Date.now(),
  getStopSignal: createStopSignal,
  ...(process.stdin.isTTY &&
    process.stdout.isTTY && { askUser: askInTerminal, askSecret: askSecretInTerminal }),
  getTerminal: () =>
    isatty(0) && isatty(1) ? createProcessTerminal(process.stdin, process.stdout) : undefined,
  runInSubprocess: runCommandInSubprocess,
  readInput: () => textOf(process.stdin),
  isStderrTerminal: process.stderr.isTTY,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
