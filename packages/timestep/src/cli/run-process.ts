import { text as textOf } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { loadBackends } from './backends.ts';
import { processTerminal } from './chat/terminal.ts';
import { EXIT, type CommandEnd } from './command.ts';
import { readManifest } from './manifest.ts';
import { run } from './run.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output may stop early, as `head` does.
  if (error.code === 'EPIPE') process.exit(EXIT.fine);
  process.stderr.write(`timestep: the output cannot be written (${error.message}): give it room\n`);
  process.exit(EXIT.failed);
});

/** The first signal asks the command to stop; the second one ends the process at once. */
function stopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Without an answer, as at the end of input, the answer is empty. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}

/** The same program again, as this process was started. */
async function runApart(words: readonly string[]): Promise<CommandEnd> {
  const { execFile } = await import('node:child_process');
  const [, program = ''] = process.argv;
  const { promise, resolve, reject } = Promise.withResolvers<CommandEnd>();
  execFile(
    process.execPath,
    [...process.execArgv, program, ...words],
    { maxBuffer: LONGEST_OUTPUT },
    (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    },
  );
  return promise;
}

const LONGEST_OUTPUT = 16 * 1024 * 1024;

const argv = process.argv.slice(2);
const { version, backends } = readManifest();

process.exitCode = await run(argv, {
  version,
  loadBackends: () => loadBackends(argv, backends),
  env: process.env,
  now: Date.now(),
  stopped,
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask }),
  terminal: () =>
    isatty(0) && isatty(1) ? processTerminal(process.stdin, process.stdout) : undefined,
  runApart,
  readInput: () => textOf(process.stdin),
  isWatched: process.stderr.isTTY,
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
