export { ACCEPTED_MODES_META, getAcceptedModes } from './accepted-modes.ts';
export { append, isChain, toArray, type Chain } from './chain.ts';
export { historyToChain, appendMessages, historyToMessages, type History } from './task-history.ts';
export {
  NOTIFICATION_TURNS_META,
  buildNotificationMetadata,
  countNotificationTurns,
  type TaskNotification,
} from './task-notification.ts';
export { apply, applyNext, foldTask } from './apply.ts';
export { andThen, isThenable } from './maybe-promise.ts';
export {
  hasRemoteTask,
  buildMissingTaskOutcome,
  buildFullTaskOutcome,
  buildTaskOutcome,
  getOpenQuestion,
  type PendingApproval,
  type AwaitedTask,
  type TaskOutcome,
  type TaskWait,
} from './awaited-task.ts';
export { buildContinuation, listOwnEntries } from './continuation.ts';
export { getCrashCount, PROCESS_LOST, type CrashCount } from './crashes.ts';
export { decide, type Decision, type PlannedCall } from './decide.ts';
export { drive, type TaskEventLog, type Effects, type ToolTraits } from './drive.ts';
export { buildEpisodeInfo, type EpisodeInfo } from './episode-info.ts';
export { CoreError, TimestepError } from './error.ts';
export {
  buildContextMessage,
  type ContextItem,
  type ContextKind,
  type ContextReason,
  type ContextSelection,
} from './context-selection.ts';
export type { GuardRecord, CallJudgment, Verdict } from './call-judgment.ts';
export {
  createOutputMismatch,
  restoreMismatchedReply,
  type OutputMismatch,
} from './output-mismatch.ts';
export { messageToAnswer, formatQuestion, type Question, type QuestionAnswer } from './question.ts';
export type {
  ApprovalDecision,
  CalledModel,
  CallResult,
  EndReason,
  Failure,
  FinalState,
  NumberedEvent,
  TaskEvent,
  TaskSubmitted,
  ToolSite,
} from './event.ts';
export {
  mailboxItemToEvents,
  outcomeToEvents,
  applyMailboxItems,
  type MailboxItem,
} from './mailbox.ts';
export { buildRecoveryEvents, type ProcessExit } from './recover.ts';
export { taskToSnapshot, snapshotToTask, type TaskSnapshot } from './snapshot.ts';
export { toCanonicalJson } from './canonical-json.ts';
export {
  createFields,
  describeType,
  getFieldPath,
  readFlag,
  readList,
  readNumber,
  readObject,
  readObjects,
  readText,
  readTexts,
  readValue,
  readWord,
  rejectUnknownFields,
  reportField,
  reportFieldType,
  reportMissing,
  requireFields,
  requireFlag,
  requireObject,
  requireText,
  requireWord,
  type FieldMistake,
  type FieldRules,
  type Fields,
} from './fields.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
export { addSpending, NO_SPENDING, getOwnSpending, type Budget, type Spending } from './budget.ts';
export {
  parseBudget,
  DEFAULT_MAX_AGENT_CALLS,
  DEFAULT_MAX_HOPS,
  parseDelegation,
  delegationToJson,
  HOPS_META,
  getHopCount,
  judgeDelegation,
  getRemainingBudget,
  type Delegation,
  type DelegationBounds,
  type DelegationVerdict,
  type AgentCall,
} from './delegation.ts';
export { describeUnknownOption, type OptionNames } from './unknown-option.ts';
export { findSimilarWord } from './similar-word.ts';
export { DEFAULT_LIMITS, resolveLimits, type Limits } from './limits.ts';
export {
  expectsUserReply,
  getText,
  toAssistantMessage,
  type Artifact,
  type AssistantMessage,
  type Citation,
  type ContentPart,
  type CutOff,
  type DataPart,
  type FilePart,
  type ImagePart,
  type Message,
  type Replay,
  type ReplyKind,
  type SystemMessage,
  type TextPart,
  type ToolCall,
  type ToolMessage,
  type ToolSchema,
  type Usage,
  type UserMessage,
} from './message.ts';
export { applySessionEvent, foldSession, type Compaction, type Session } from './session.ts';
export type {
  Fork,
  NumberedSessionEvent,
  SessionSettingsChanges,
  SessionEvent,
  SessionOpened,
  SessionSettings,
} from './session-event.ts';
export { buildForkEvents } from './fork-events.ts';
export { buildTurnStart, createSummaryMessage, getTurnSettings } from './turn-start.ts';
export type { ToolPermission, TurnItem, TurnSettings } from './turn-settings.ts';
export { parseApproval } from './parse-approval.ts';
export { createMask, type Mask } from './secret-mask.ts';
export { trimTrailing } from './trim-trailing.ts';
export {
  acceptSubmission,
  type Acceptance,
  type Refusal,
  type RefusalCode,
  type StartOptions,
  type Submission,
} from './submission.ts';
export {
  listMessages,
  getFinalAnswer,
  getFinalOutput,
  listAnswers,
  listArtifacts,
  getCallKey,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingClient,
  listCallsAwaitingTask,
  getEffectiveCall,
  CORE_VERSION,
  isFinal,
  isInputRequired,
  isSuspended,
  countMessages,
  buildTranscript,
  type AnswerEntry,
  type CallState,
  type Entry,
  type Task,
  type TaskEnd,
  type TaskState,
} from './task.ts';
export { canCallTool, findRefusedCalls, type RefusedCall } from './refused-calls.ts';
export {
  isToolAllowed,
  getNextReplySettings,
  type NamedTool,
  type ReasoningEffort,
  type ReasoningSummary,
  type ReplySettings,
  type TextFormat,
  type ToolChoice,
  type ToolChoiceMode,
  type Verbosity,
} from './reply-settings.ts';
export { parseArguments } from './tool-arguments.ts';
export { indexToolCalls, type ToolCallRecord } from './tool-call-index.ts';
export { formatDenial, formatToolOutcome } from './tool-outcome.ts';
export { estimateTokens } from './token-estimate.ts';
export { buildUsageDetails } from './usage.ts';
