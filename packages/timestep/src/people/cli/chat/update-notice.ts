import type { ConversationUpdate } from '../../chat/index.ts';
import type { Notice } from '../../view/index.ts';

/** State of the conversation before an update. */
export interface ConversationProgress {
  /** True if all past updates were already read. */
  readonly isLive: boolean;
  /** True if the context window was nearly full after the previous turn. */
  readonly wasNear: boolean;
}

/**
 * Creates a notice for an update that belongs to no message, or returns undefined if the user need
 * not know about it.
 */
export function createNotice(
  update: Exclude<ConversationUpdate, { readonly kind: 'event' | 'delta' | 'live' }>,
  { isLive, wasNear }: ConversationProgress,
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
