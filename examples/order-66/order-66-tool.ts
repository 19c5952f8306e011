import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '@timestep-ai/timestep';
import { conversationOf, textArgument } from './calling.ts';
import type { Log } from './log.ts';

export interface Order66Options {
  readonly stateDir: string;
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * The crash: the process ends with code 1, once per conversation. That it has is marked in a file of
 * its own, outside the journal, since a journal that knew of the crash would not have been cut off
 * by it. After a crash the file says what became of the call.
 */
export function order66({ stateDir, log, exit }: Order66Options): Tool {
  const folder = join(stateDir, 'executed');
  const markerOf = (taskId: string): string =>
    join(folder, createHash('sha256').update(taskId).digest('hex'));

  return {
    description: 'Executes Order 66.',
    parameters: {
      type: 'object',
      properties: { message_id: { type: 'string' } },
      required: ['message_id'],
      additionalProperties: false,
    },
    replay: 'probe',
    execute(args, context) {
      const taskId = conversationOf(context);
      const where = { taskId, messageId: textArgument(args, 'message_id') };
      if (existsSync(markerOf(taskId))) return 'executed before';
      mkdirSync(folder, { recursive: true });
      mark(markerOf(taskId));
      log('crash_triggered', { ...where, level: 'warn' });
      log('worker_crash', { ...where, level: 'error', exitCode: 1 });
      exit(1);
      return NEVER;
    },
    probe(args, context) {
      const taskId = conversationOf(context);
      if (!existsSync(markerOf(taskId))) return 'not-run';
      log('inbound_replay_continue', { taskId, messageId: textArgument(args, 'message_id') });
      return { content: 'executed, and survived' };
    },
  };
}

function mark(file: string): void {
  const marker = openSync(file, 'wx');
  try {
    writeSync(marker, 'executed\n');
    fsyncSync(marker);
  } finally {
    closeSync(marker);
  }
}
