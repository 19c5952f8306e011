import type { AgentChoices } from '../../../engine/port/index.ts';
import type { ItemsPort } from './command-port.ts';
import { ConversationError } from '../conversation/conversation-error.ts';
import type { Conversation } from '../conversation/conversation.ts';

export function createItemsPort(
  { listItems: items, hasOwnItems }: AgentChoices,
  conversation: Conversation,
): ItemsPort {
  const list: ItemsPort['list'] = (kind) => items(kind, conversation.session);
  if (!hasOwnItems) {
    const message = 'the items of this agent cannot be changed per conversation';
    const rejectChange = (): Promise<void> =>
      Promise.reject(new ConversationError('bad-setting', message));
    return { list, include: rejectChange, exclude: rejectChange };
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
