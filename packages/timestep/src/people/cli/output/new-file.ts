import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { TimestepError } from '#core';
import { CommandError } from '../command-error.ts';

export const PRIVATE_MODE = 0o600;

/** Writes a file that must not exist yet. If writing fails, the incomplete file is deleted. */
export async function writeNewFile(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  mode: number = 0o666,
): Promise<void> {
  let isOurs = false;
  try {
    const file = openSync(path, 'wx', mode);
    isOurs = true;
    try {
      for await (const piece of pieces) writeSync(file, piece);
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    if (isOurs) rmSync(path, { force: true });
    throw toWriteError(thrown, path);
  }
}

function toWriteError(thrown: unknown, path: string): unknown {
  if (TimestepError.isInstance(thrown) || !(thrown instanceof Error && 'syscall' in thrown)) {
    return thrown;
  }
  if ('code' in thrown && thrown.code === 'EEXIST') {
    return new CommandError('file-exists', `${path} exists already: choose another name`);
  }
  const message = `${path} cannot be written (${thrown.message}): choose another path`;
  return new CommandError('cannot-write', message, { cause: thrown });
}
