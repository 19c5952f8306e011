import type { Readable } from 'node:stream';
import type { ProcessCommand, ProcessExit } from './process-command.ts';
import { ProcessError } from './process-error.ts';
import { startProcess } from './start-process.ts';

export interface RunOptions {
  /** Standard input of the process. Default: empty. */
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Ends the process if it aborts; the promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Maximum bytes of standard output. Default: 16 MiB. */
  readonly outputLimit?: number;
  /** Maximum characters of standard error; only the last ones are kept. Default: 2000. */
  readonly errorTail?: number;
}

export interface FinishedProcess {
  readonly exit: ProcessExit;
  readonly stdout: string;
  /** The last characters that the process wrote to standard error. */
  readonly stderr: string;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Runs a process until it exits, and ends it if it exceeds a limit. Rejects with `ProcessError`.
 */
export async function runToEnd(
  command: ProcessCommand,
  options: RunOptions = {},
): Promise<FinishedProcess> {
  const { input = '', signal, timeoutMs, outputLimit = 16 * MEBIBYTE, errorTail = 2000 } = options;
  signal?.throwIfAborted();
  const started = await startProcess(command);
  const stopped = Promise.withResolvers<never>();
  const stop = (why: unknown): void => {
    stopped.reject(why);
    void started.end(0);
  };
  const onAbort = (): void => stop(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const name = command.command;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          stop(
            new ProcessError(
              'command-too-slow',
              `${name} did not answer within ${timeoutMs / 1000} s`,
            ),
          );
        }, timeoutMs);
  const stdout = collectBytes(started.stdout, outputLimit, () => {
    stop(
      new ProcessError(
        'command-output-too-large',
        `${name} printed more than ${formatSize(outputLimit)}`,
      ),
    );
  });
  const stderr = collectLastCharacters(started.stderr, errorTail);
  started.stdin.end(input);
  try {
    const exit = await Promise.race([started.ended, stopped.promise]);
    return { exit, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function collectBytes(stream: Readable, limit: number, onTooLarge: () => void): () => string {
  const pieces: Buffer[] = [];
  let size = 0;
  stream.on('data', (piece: Buffer) => {
    size += piece.byteLength;
    if (size <= limit) pieces.push(piece);
    else onTooLarge();
  });
  return () => Buffer.concat(pieces).toString('utf8');
}

function collectLastCharacters(stream: Readable | undefined, characters: number): () => string {
  let tail = '';
  stream?.setEncoding('utf8').on('data', (piece: string) => {
    tail = (tail + piece).slice(-characters);
  });
  return () => tail;
}

function formatSize(bytes: number): string {
  return bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE} MiB` : `${bytes} bytes`;
}
