import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '@timestep-ai/timestep';
import { requireConversation, requireTextArgument } from './messages/call-message.ts';
import type { Log } from './log.ts';

export interface Order66Options {
  readonly stateDir: string;
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Creates the tool that crashes: the process exits with code 1, once per conversation. The tool
 * writes a marker file outside the journal, because the journal must not know about the crash.
 * After a restart, the marker file shows if the call ran.
 */
export function createOrder66Tool({ stateDir, log, exit }: Order66Options): Tool {
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
      const taskId = requireConversation(context);
      const where = { taskId, messageId: requireTextArgument(args, 'message_id') };
      if (existsSync(markerOf(taskId))) return 'executed before';
      mkdirSync(folder, { recursive: true });
      writeMarker(markerOf(taskId));
      log('crash_triggered', { ...where, level: 'warn' });
      log('worker_crash', { ...where, level: 'error', exitCode: 1 });
      exit(1);
      return NEVER;
    },
    probe(args, context) {
      const taskId = requireConversation(context);
      if (!existsSync(markerOf(taskId))) return 'not-run';
      log('inbound_replay_continue', {
        taskId,
        messageId: requireTextArgument(args, 'message_id'),
      });
      return { content: 'executed, and survived' };
    },
  };
}

function writeMarker(file: string): void {
  const marker = openSync(file, 'wx');
  try {
    writeSync(marker, 'executed\n');
    fsyncSync(marker);
  } finally {
    closeSync(marker);
  }
}
