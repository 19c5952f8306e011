import type { Tool } from '@timestep-ai/timestep';
import { conversationOf, textArgument } from './calling.ts';
import { MESSAGE_PATH } from './card.ts';
import type { Log } from './log.ts';
import { send } from './send.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

export interface SendToolSite {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly log: Log;
}

/** The tool with which agent A sends a message to agent B, and asks for the reply here. */
export function createSendTool({ settings, telemetry, log }: SendToolSite): Tool {
  const { agentAUrl, agentBUrl, retry } = settings;
  return {
    description: 'Sends a message to agent B.',
    parameters: {
      type: 'object',
      properties: { message_id: { type: 'string' }, content: { type: 'string' } },
      required: ['message_id', 'content'],
    },
    // Agent B knows a message again by its id.
    replay: 'key',
    async execute(args, context) {
      const { signal } = context;
      const message = {
        taskId: conversationOf(context),
        messageId: textArgument(args, 'message_id'),
        replyTo: agentAUrl + MESSAGE_PATH,
        content: textArgument(args, 'content'),
      };
      const options = { log, retry, telemetry, signal };
      const sent = await send(agentBUrl + MESSAGE_PATH, message, options);
      return sent.outcome === 'refused' ? { refused: sent.reason } : { status: 'received' };
    },
  };
}
