export type {
  CompactionOptions,
  ContextFill,
  Conversation,
  ConversationOptions,
  ConversationDeps,
  ConversationUpdate,
  Summarize,
  Turn,
} from './conversation/conversation.ts';
export { createCompaction, type Compaction } from './compaction/compaction.ts';
export {
  ConversationError,
  type ConversationErrorCode,
} from './conversation/conversation-error.ts';
export {
  eraseConversation,
  type EraseConversationDeps,
} from './conversation/erase-conversation.ts';
export {
  listContextsWithoutSession,
  countTurns,
  listConversations,
  type ConversationsQuery,
  type ListConversationsDeps,
  type ConversationsPage,
  type ListedSession,
} from './conversation/list-conversations.ts';
export { listTaskIdsOfPassedOnQuestions, type WaitingTask } from './inbox/waiting-tasks.ts';
export { openConversation } from './conversation/open-conversation.ts';
export { replaceAllSettings, createSettingsSchema } from './settings/settings-schema.ts';
export {
  createSessionCommands,
  readConversationView,
  type SessionCommandsDeps,
} from './session-commands/session-commands.ts';
export { listCompletions, runSlashLine, SLASH_COMMANDS } from './commands/commands.ts';
export { describeTextCommand, listTextCommands } from './commands/text-commands.ts';
export type {
  CalledAgentServers,
  CommandPort,
  ContextReport,
  InboxPort,
  ItemsPort,
  ModelsPort,
  ServersPort,
  SessionLine,
  SessionsPort,
  SettingsPort,
} from './session-commands/command-port.ts';
export type { CommandAnswer, Completion, SlashCommand } from './commands/slash-command.ts';
