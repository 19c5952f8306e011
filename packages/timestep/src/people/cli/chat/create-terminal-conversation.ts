import type { Conversation, ConversationUpdate } from '../../chat/index.ts';
import type { TerminalConversation, TerminalUpdate } from './terminal-conversation.ts';
import { createNotice } from './update-notice.ts';

/** Adapts a conversation for the terminal. */
export function createTerminalConversation(
  conversation: Conversation,
  newId: () => string,
): TerminalConversation {
  return {
    sessionId: conversation.session.id,
    updates: (signal) => toTerminalUpdates(conversation.updates(signal)),
    send: async (text) => (await conversation.send(text, newId())).id,
    async decide({ tool, ...decision }) {
      // The permission is stored first, because the turn may end and the next one start before the
      // decision is processed.
      if (decision.approved && decision.scope === 'session') await conversation.permit(tool);
      await conversation.decide([decision], newId());
    },
    async cancel() {
      await conversation.cancel();
    },
  };
}

async function* toTerminalUpdates(
  updates: AsyncIterable<ConversationUpdate>,
): AsyncGenerator<TerminalUpdate> {
  let [isLive, wasNear] = [false, false];
  let notices = 0;
  for await (const update of updates) {
    if (update.kind === 'event' || update.kind === 'delta') {
      yield update;
    } else if (update.kind === 'live') {
      isLive = true;
      yield update;
    } else {
      const notice = createNotice(update, { isLive, wasNear });
      if (update.kind === 'fill') wasNear = update.fill.isNear;
      if (!notice) continue;
      notices += 1;
      yield { kind: 'notice', id: `notice/${notices}`, notice };
    }
  }
}
