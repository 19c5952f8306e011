export type {
  CompactionOptions,
  ContextFill,
  Conversation,
  ConversationOptions,
  ConversationDeps,
  ConversationUpdate,
  Summarize,
  Turn,
} from './conversation.ts';
export { createCompaction, type Compaction } from './compaction.ts';
export { ConversationError, type ConversationErrorCode } from './conversation-error.ts';
export { eraseConversation, type EraseConversationDeps } from './erase-conversation.ts';
export {
  listContextsWithoutSession,
  countTurns,
  listConversations,
  type ConversationsQuery,
  type ListConversationsDeps,
  type ConversationsPage,
} from './list-conversations.ts';
export { openConversation } from './open-conversation.ts';
export { changeSettings, createSettingsSchema } from './settings-schema.ts';
export { createSessionCommands, type SessionCommandsDeps } from './session-commands.ts';
export { listCompletions, runSlashLine, SLASH_COMMANDS } from './commands.ts';
export type {
  CommandPort,
  ContextLine,
  ContextReport,
  ItemsPort,
  ModelsPort,
  ServersPort,
  SessionLine,
  SessionsPort,
  SettingsPort,
  TurnLine,
} from './command-port.ts';
export type { CommandAnswer, Completion, SlashCommand } from './slash-command.ts';
