import type { Tool } from '@timestep-ai/timestep';
import type { Runner } from '@timestep-ai/timestep/port';
import { MESSAGE_PATH } from './card.ts';
import { requireConversation, requireTextArgument } from './messages/call-message.ts';
import { createReplyId } from './messages/inbound.ts';
import { submitReply } from './messages/reply-courier.ts';

export interface ReplyToolDeps {
  readonly agentBUrl: string;
  /** Name of the agent whose tasks deliver the replies. */
  readonly courier: string;
  readonly runner: Promise<Runner>;
}

/** Creates the tool by which agent B replies. Its result says that the reply is on disk. */
export function createReplyTool({ agentBUrl, courier, runner }: ReplyToolDeps): Tool {
  return {
    description: 'Sends a reply to the sender of a message.',
    parameters: {
      type: 'object',
      properties: {
        message_id: { type: 'string' },
        reply_to: { type: 'string' },
        content: { type: 'string' },
      },
      required: ['message_id', 'reply_to', 'content'],
    },
    // The courier recognizes a repeated reply by its id.
    replay: 'key',
    async execute(args, context) {
      const message = {
        taskId: requireConversation(context),
        messageId: createReplyId(requireTextArgument(args, 'message_id')),
        replyTo: agentBUrl + MESSAGE_PATH,
        content: requireTextArgument(args, 'content'),
      };
      const to = requireTextArgument(args, 'reply_to');
      await submitReply(await runner, courier, { to, message });
      return { status: 'accepted' };
    },
  };
}
