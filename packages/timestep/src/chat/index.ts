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
export {
  contextSessions,
  countTurns,
  listConversations,
  type ConversationsQuery,
  type ConversationsSite,
  type ListedConversations,
} from './list-conversations.ts';
export { openConversation } from './open-conversation.ts';
export { summariseWith } from './summarise-with.ts';
export { shown, type ViewUpdate } from './view.ts';
export type { Notice } from './view-end.ts';
export {
  isSettled,
  type ApprovalItem,
  type ArtifactItem,
  type CallItem,
  type CallItemState,
  type EndItem,
  type NoticeItem,
  type QuestionItem,
  type ReplyItem,
  type ReplyState,
  type UserItem,
  type ViewItem,
} from './view-item.ts';
export {
  activityOf,
  EMPTY_VIEW,
  itemsOf,
  openApprovals,
  openQuestion,
  type ConversationView,
  type OpenTurn,
} from './view-state.ts';
export { completionsOf, runSlashLine, SLASH_COMMANDS } from './commands.ts';
export type {
  CommandPort,
  ContextLine,
  ContextReport,
  ItemKind,
  ItemLine,
  ItemsPort,
  ModelsPort,
  ProviderLine,
  SessionLine,
  SessionsPort,
  SettingsPort,
  TurnLine,
} from './command-port.ts';
export type { Answer, Completion, SlashCommand } from './slash-command.ts';
export { costText } from './cost-text.ts';
