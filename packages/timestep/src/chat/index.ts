export type {
  CompactionOptions,
  ContextFill,
  Conversation,
  ConversationOptions,
  ConversationSite,
  ConversationUpdate,
  Summarise,
  Turn,
} from './conversation.ts';
export { ConversationError, type ConversationErrorCode } from './conversation-error.ts';
export { eraseConversation, type EraseSite } from './erase-conversation.ts';
export { openConversation } from './open-conversation.ts';
