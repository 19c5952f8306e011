import type { ConversationUpdate } from '../../chat/index.ts';
import type { Notice } from '../../view/index.ts';

/** What of a conversation is known when an update comes. */
export interface Known {
  /** Whether everything is new from now on. */
  readonly isLive: boolean;
  /** Whether the context window was nearly full after the turn before. */
  readonly wasNear: boolean;
}

/** What a person should know of an update that shows nothing of what was said. */
export function noticeOf(
  update: Exclude<ConversationUpdate, { readonly kind: 'event' | 'delta' | 'live' }>,
  { isLive, wasNear }: Known,
): Notice | undefined {
  switch (update.kind) {
    case 'session': {
      if (!isLive || update.event.type !== 'session.compacted') return undefined;
      const text = 'What was said so far is summed up: the next turn begins with the summary.';
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
          '/compact sums up what was said. When there is little room left, that is done by itself.',
      };
    }
  }
}
