#!/usr/bin/env node
import { loadBackends } from './backends.ts';
import { EXIT } from './command.ts';
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

const argv = process.argv.slice(2);
const { version, backends } = readManifest();

process.exitCode = await run(argv, {
  version,
  loadBackends: () => loadBackends(argv, backends),
  env: process.env,
  now: Date.now(),
  stopped,
  isWatched: process.stderr.isTTY,
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
