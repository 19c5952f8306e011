import type {
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { ConversationUpdate } from '../chat/index.ts';
import type { ClientAbility } from './acp-client.ts';
import { textBlock } from './blocks-from-message.ts';

/** What is known of a session beside its change. */
interface ShownWith {
  readonly modes: SessionModeState;
  readonly configOptions: SessionConfigOption[];
  /** US dollars for all turns so far; `null`: not known. */
  readonly costUsd: number | null;
}

/** What a client is to show of a change of the session, and of how full its context is. */
export function sessionUpdates(
  update: Exclude<ConversationUpdate, { kind: 'event' | 'delta' | 'live' }>,
  shownWith: ShownWith,
  can: (what: ClientAbility) => boolean,
): readonly SessionUpdate[] {
  switch (update.kind) {
    case 'fill': {
      const { tokens, window } = update.fill;
      // Agents of rules have no window.
      if (!Number.isFinite(window)) return [];
      const { costUsd } = shownWith;
      const cost = costUsd === null ? {} : { cost: { amount: costUsd, currency: 'USD' } };
      return [{ sessionUpdate: 'usage_update', used: tokens, size: window, ...cost }];
    }
    case 'compaction-failed': {
      const description = update.error.message;
      const title = 'The conversation was not shortened';
      return can('notices')
        ? [{ sessionUpdate: 'notice', severity: 'warning', title, description }]
        : [];
    }
    case 'session':
      return updatesOfSession(update.event, shownWith, can);
  }
}

function updatesOfSession(
  event: Extract<ConversationUpdate, { kind: 'session' }>['event'],
  { modes, configOptions }: ShownWith,
  can: (what: ClientAbility) => boolean,
): readonly SessionUpdate[] {
  switch (event.type) {
    case 'session.named': {
      const updatedAt = new Date(event.at).toISOString();
      return [{ sessionUpdate: 'session_info_update', title: event.name, updatedAt }];
    }
    case 'session.set':
      return [
        { sessionUpdate: 'config_option_update', configOptions },
        { sessionUpdate: 'current_mode_update', currentModeId: modes.currentModeId },
      ];
    case 'session.compacted': {
      const compactionId = event.taskId;
      const summary = [textBlock(event.summary)];
      return can('compaction')
        ? [{ sessionUpdate: 'compaction_update', compactionId, status: 'completed', summary }]
        : [];
    }
    case 'session.opened':
    case 'session.included':
    case 'session.excluded':
    case 'session.permitted':
    case 'session.noted':
    case 'session.items-added':
    case 'session.item-removed':
    case 'session.closed':
      return [];
  }
}
