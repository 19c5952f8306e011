import type { Tool } from '@timestep-ai/timestep';
import { requireConversation, requireTextArgument } from './messages/call-message.ts';
import { MESSAGE_PATH } from './card.ts';
import type { Log } from './log.ts';
import { sendUntilReceived } from './messages/send.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

export interface SendToolDeps {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly log: Log;
}

/**
 * Creates the tool that sends a message from agent A to agent B. The reply must be sent to this
 * server.
 */
export function createSendTool({ settings, telemetry, log }: SendToolDeps): Tool {
  const { agentAUrl, agentBUrl, retry } = settings;
  return {
    description: 'Sends a message to agent B.',
    parameters: {
      type: 'object',
      properties: { message_id: { type: 'string' }, content: { type: 'string' } },
      required: ['message_id', 'content'],
    },
    // Agent B recognizes a repeated message by its id.
    replay: 'key',
    async execute(args, context) {
      const { signal } = context;
      const message = {
        taskId: requireConversation(context),
        messageId: requireTextArgument(args, 'message_id'),
        replyTo: agentAUrl + MESSAGE_PATH,
        content: requireTextArgument(args, 'content'),
      };
      const options = { log, retry, telemetry, signal };
      const sent = await sendUntilReceived(agentBUrl + MESSAGE_PATH, message, options);
      return sent.outcome === 'refused' ? { refused: sent.reason } : { status: 'received' };
    },
  };
}
