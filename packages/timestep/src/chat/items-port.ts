import type { AgentChoices } from '../port/index.ts';
import type { ItemsPort } from './command-port.ts';
import { ConversationError } from './conversation-error.ts';
import type { Conversation } from './conversation.ts';

/** What the agent has, and which of it a conversation takes in or leaves out. */
export function itemsPort(
  { items, hasOwnItems }: AgentChoices,
  conversation: Conversation,
): ItemsPort {
  const list: ItemsPort['list'] = (kind) => items(kind, conversation.session);
  if (!hasOwnItems) {
    const message = 'this agent has the same in every conversation';
    const fixed = (): Promise<void> =>
      Promise.reject(new ConversationError('bad-setting', message));
    return { list, include: fixed, exclude: fixed };
  }
  return {
    list,
    async include(kind, name) {
      await conversation.include({ kind, name });
    },
    async exclude(kind, name) {
      await conversation.exclude({ kind, name });
    },
  };
}
