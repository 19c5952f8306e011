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
