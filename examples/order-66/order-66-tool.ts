import { hash } from 'node:crypto';
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

/** Exits once per conversation; a marker file, outside of the journal, shows if the call ran. */
export function createOrder66Tool({ stateDir, log, exit }: Order66Options): Tool {
  const folder = join(stateDir, 'executed');
  const getMarker = (taskId: string): string => join(folder, hash('sha256', taskId));

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
      if (existsSync(getMarker(taskId))) return 'executed before';
      mkdirSync(folder, { recursive: true });
      writeMarker(getMarker(taskId));
      log('crash_triggered', { ...where, level: 'warn' });
      log('worker_crash', { ...where, level: 'error', exitCode: 1 });
      exit(1);
      return NEVER;
    },
    probe(args, context) {
      const taskId = requireConversation(context);
      if (!existsSync(getMarker(taskId))) return 'not-run';
      const messageId = requireTextArgument(args, 'message_id');
      log('inbound_replay_continue', { taskId, messageId });
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
