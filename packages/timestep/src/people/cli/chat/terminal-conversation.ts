import type { ContextFill, Conversation, ConversationUpdate } from '#people/chat';
import type { ApprovalDecision, UserMessage } from '#core';
import type { Notice, ViewUpdate } from '#people/view';

export interface CallDecision extends ApprovalDecision {
  readonly tool: string;
}

/**
 * An update of a conversation. `live`: all past updates were sent; later updates are new. `fill`: how full the
 * model's context is after a turn.
 */
export type TerminalUpdate =
  | ViewUpdate
  | { readonly kind: 'live' }
  | { readonly kind: 'fill'; readonly fill: ContextFill };

export interface TerminalConversation {
  readonly sessionId: string;
  /** Yields the past updates from the oldest turn on, then new ones, until the signal aborts. */
  readonly updates: (signal: AbortSignal) => AsyncIterable<TerminalUpdate>;
  /** Sends a message to the open turn or starts a new turn. Resolves to the task id. */
  readonly send: (message: string | UserMessage) => Promise<string>;
  readonly decide: (decision: CallDecision) => Promise<void>;
  readonly cancel: () => Promise<void>;
}

export function createTerminalConversation(
  conversation: Conversation,
  newId: () => string,
): TerminalConversation {
  return {
    sessionId: conversation.session.id,
    updates: (signal) => toTerminalUpdates(conversation.updates(signal)),
    send: async (message) => (await conversation.send(message, newId())).id,
    async decide({ tool: _tool, ...decision }) {
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
      const notice = updateToNotice(update, { isLive, wasNear });
      if (update.kind === 'fill') {
        wasNear = update.fill.isNear;
        yield update;
      }
      if (!notice) continue;
      notices += 1;
      yield { kind: 'notice', id: `notice/${notices}`, notice };
    }
  }
}

/**
 * Creates a notice for an update that belongs to no message, if the user must know about it.
 * `isLive`: all past updates were read. `wasNear`: the context was nearly full after the last turn.
 */
export function updateToNotice(
  update: Exclude<ConversationUpdate, { readonly kind: 'event' | 'delta' | 'live' }>,
  { isLive, wasNear }: Readonly<Record<'isLive' | 'wasNear', boolean>>,
): Notice | undefined {
  switch (update.kind) {
    case 'session': {
      if (!isLive || update.event.type !== 'session.compacted') return undefined;
      const text = 'The conversation was summarized. The next turn starts with the summary.';
      return { about: 'compaction', text };
    }
    case 'compaction-failed':
      return { about: 'compaction', text: update.error.message };
    case 'fill': {
      const { tokens, window, isNear } = update.fill;
      if (!isNear || wasNear) return undefined;
      const share = Math.round((100 * tokens) / window);
      return {
        about: 'compaction',
        text: `About ${share} % of the model's context is used: ${tokens} of ${window} tokens.`,
        advice:
          'Summarize the conversation with /compact. This happens automatically when little room is left.',
      };
    }
  }
}
