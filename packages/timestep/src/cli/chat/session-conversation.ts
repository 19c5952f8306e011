import type { Conversation, ConversationUpdate } from '../../chat/index.ts';
import type { ConversationPort, PortUpdate } from './conversation-port.ts';
import { noticeOf } from './notice-of-update.ts';

/** The terminal's part of a conversation that is kept as a session. */
export function sessionConversation(
  conversation: Conversation,
  newId: () => string,
): ConversationPort {
  return {
    sessionId: conversation.session.id,
    updates: (signal) => shownUpdates(conversation.updates(signal)),
    send: async (text) => (await conversation.send(text, newId())).id,
    async decide({ tool, ...decision }) {
      // The turn may end, and the next one begin, before the answer to the decision is here.
      if (decision.approved && decision.scope === 'session') await conversation.permit(tool);
      await conversation.decide([decision], newId());
    },
    async cancel() {
      await conversation.cancel();
    },
  };
}

async function* shownUpdates(
  updates: AsyncIterable<ConversationUpdate>,
): AsyncGenerator<PortUpdate> {
  let [isLive, wasNear] = [false, false];
  let notices = 0;
  for await (const update of updates) {
    if (update.kind === 'event' || update.kind === 'delta') {
      yield update;
    } else if (update.kind === 'live') {
      isLive = true;
      yield update;
    } else {
      const notice = noticeOf(update, { isLive, wasNear });
      if (update.kind === 'fill') wasNear = update.fill.isNear;
      if (!notice) continue;
      notices += 1;
      yield { kind: 'notice', id: `notice/${notices}`, notice };
    }
  }
}
