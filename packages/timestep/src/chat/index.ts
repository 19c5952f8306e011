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
export { compactionOf, type Compaction } from './compaction.ts';
export { ConversationError, type ConversationErrorCode } from './conversation-error.ts';
export { eraseConversation, type EraseSite } from './erase-conversation.ts';
export {
  contextSessions,
  countTurns,
  listConversations,
  type ConversationsQuery,
  type ConversationsSite,
  type ListedConversations,
} from './list-conversations.ts';
export { openConversation } from './open-conversation.ts';
export { changeSettings, settingsSchema } from './settings-schema.ts';
export { sessionCommands, type CommandSite } from './session-commands.ts';
export { completionsOf, runSlashLine, SLASH_COMMANDS } from './commands.ts';
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
export type { Answer, Completion, SlashCommand } from './slash-command.ts';
