import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { formatForeignLine, formatForeignText, type NumberedSessionEvent } from '#core';
import type { ConversationUpdate } from '#people/chat';
import type { ClientCapability } from '../acp-client.ts';
import type { SessionOptions } from './config-options.ts';
import { createTextBlock } from './blocks-from-message.ts';

/** An update of a conversation that does not belong to a turn. */
export type SessionLevelUpdate = Exclude<ConversationUpdate, { kind: 'event' | 'delta' | 'live' }>;

interface DisplayedSession extends SessionOptions {
  /** Total cost of the ended turns in US dollars; `null` if the cost of any turn is unknown. */
  readonly costUsd: number | null;
}

export function toSessionUpdates(
  update: SessionLevelUpdate,
  shownWith: DisplayedSession,
  can: (what: ClientCapability) => boolean,
): readonly SessionUpdate[] {
  switch (update.kind) {
    case 'fill': {
      const { tokens, window } = update.fill;
      // Rule-based agents have an infinite context window.
      if (!Number.isFinite(window)) return [];
      const { costUsd } = shownWith;
      const cost = costUsd === null ? {} : { cost: { amount: costUsd, currency: 'USD' } };
      return [{ sessionUpdate: 'usage_update', used: tokens, size: window, ...cost }];
    }
    case 'compaction-failed': {
      const description = formatForeignText(update.error.message);
      const title = 'The earlier conversation could not be summarized, so it is sent in full';
      return can('notices')
        ? [{ sessionUpdate: 'notice', severity: 'warning', title, description }]
        : [];
    }
    case 'session':
      return sessionEventToUpdates(update.event, shownWith, can);
  }
}

function sessionEventToUpdates(
  event: NumberedSessionEvent,
  { modes, configOptions }: SessionOptions,
  can: (what: ClientCapability) => boolean,
): readonly SessionUpdate[] {
  switch (event.type) {
    case 'session.named': {
      const updatedAt = new Date(event.at).toISOString();
      const title = formatForeignLine(event.name);
      return [{ sessionUpdate: 'session_info_update', title, updatedAt }];
    }
    case 'session.set':
      return [
        { sessionUpdate: 'config_option_update', configOptions },
        { sessionUpdate: 'current_mode_update', currentModeId: modes.currentModeId },
      ];
    case 'session.compacted': {
      const compactionId = event.taskId;
      const summary = [createTextBlock(event.summary)];
      return can('compaction')
        ? [{ sessionUpdate: 'compaction_update', compactionId, status: 'completed', summary }]
        : [];
    }
    case 'session.opened':
    case 'session.included':
    case 'session.excluded':
    case 'session.permitted':
    case 'session.consented':
    case 'session.revoked':
    case 'session.noted':
    case 'session.items-added':
    case 'session.item-removed':
    case 'session.closed':
      return [];
  }
}
