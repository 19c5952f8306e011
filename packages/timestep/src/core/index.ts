export { ACCEPTED_MODES_META, getAcceptedMediaTypes } from './message/accepted-modes.ts';
export { append, appendAll, isChain, toArray, type Chain } from './data/chain.ts';
export {
  historyToChain,
  appendMessages,
  historyToMessages,
  type History,
} from './message/task-history.ts';
export {
  NOTIFICATION_TURNS_META,
  buildNotificationMetadata,
  getNotificationTurnCount,
  type TaskNotification,
} from './message/task-notification.ts';
export { apply, applyNext, foldTask } from './apply/apply.ts';
export { andThen, isThenable } from './data/maybe-promise.ts';
export {
  hasRemoteTask,
  type PendingApproval,
  type AwaitedTask,
  type TaskOutcome,
  type TaskWait,
} from './task/awaited-task.ts';
export {
  buildMissingTaskOutcome,
  buildFullTaskOutcome,
  buildTaskOutcome,
  getOpenQuestion,
} from './task/task-outcome.ts';
export {
  buildHistoryForNextTask,
  listRememberedMessages,
  listValidEntries,
} from './task/continuation.ts';
export {
  toolNameToCrashKey,
  countRunningLosses,
  getHighestCrashCount,
  isRetried,
  PROCESS_LOST,
  type CrashEvidence,
  type CrashEvidenceKind,
} from './task/crashes.ts';
export type { Dispatch, DispatchReport } from './task/dispatch.ts';
export type { CrashCount, Parking } from './task/task.ts';
export { decide, type Decision, type PlannedCall } from './decide/decide.ts';
export { drive, type TaskEventLog, type Effects, type ToolTraits } from './decide/drive.ts';
export { buildEpisodeInfo, type EpisodeInfo } from './task/episode-info.ts';
export { CoreError, TimestepError } from './error.ts';
export {
  buildContextMessage,
  findQuestionIndex,
  type ContextItem,
  type ContextKind,
  type ContextReason,
  type ContextSelection,
  type OmittedItem,
} from './message/context-selection.ts';
export type { GuardRecord, CallJudgment, RefusedCall, Verdict } from './task/call-judgment.ts';
export {
  createOutputMismatch,
  restoreMismatchedReply,
  type OutputMismatch,
} from './task/output-mismatch.ts';
export {
  DECLINED_ANSWER,
  messageToAnswer,
  formatQuestion,
  type Question,
  type QuestionAnswer,
} from './message/question.ts';
export type {
  ApprovalDecision,
  CalledModel,
  CallResult,
  NumberedEvent,
  TaskEvent,
  TaskOrigin,
  TaskSubmitted,
  ToolLocation,
} from './events/event.ts';
export type { EndReason, Failure, FinalState, TaskState } from './task/task-state.ts';
export {
  mailboxItemToEvents,
  awaitedOutcomeToEvents,
  applyMailboxItems,
  type MailboxItem,
} from './events/mailbox.ts';
export {
  buildRecoveryEvents,
  computeRetryPause,
  DEFAULT_CRASH_LIMIT,
  type Culprit,
  type RunnerExit,
  type RecoverySettings,
} from './events/recover.ts';
export { taskToSnapshot, snapshotToTask, type TaskSnapshot } from './task/snapshot.ts';
export { toCanonicalJson } from './data/canonical-json.ts';
export { omitUndefined } from './data/omit-undefined.ts';
export {
  createFields,
  describeJsonType,
  getFieldPath,
  readFlag,
  readId,
  readIds,
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
  toFields,
  requireFlag,
  requireId,
  requireObject,
  requireText,
  requireWord,
  type FieldMistake,
  type FieldRules,
  type Fields,
} from './fields.ts';
export { isJsonObject, parseJson, type JsonObject, type JsonValue } from './data/json.ts';
export {
  describeTooDeep,
  isNestedTooDeep,
  MAX_MESSAGE_DEPTH,
  MAX_VALUE_DEPTH,
} from './data/json-depth.ts';
export { parseAndRepairJson, repairJson } from './data/repair-json.ts';
export { describeIdProblem, MAX_CALL_ID_LENGTH } from './text/id-problem.ts';
export {
  addSpending,
  NO_SPENDING,
  getOwnSpending,
  type Budget,
  type Spending,
} from './task/budget.ts';
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
} from './task/delegation.ts';
export { isAskedByAgent } from './task/asked-by-agent.ts';
export { describeUnknownOption, type OptionNames } from './text/unknown-option.ts';
export { findSimilarWord } from './text/similar-word.ts';
export {
  getQuestionBeforeRetry,
  getRetryAdvice,
  addAttemptLimitToError,
  getModelRetryTime,
  type ModelWait,
  type RetryAdvice,
} from './task/model-retry.ts';
export { createTaskConsent } from './apply/apply-call.ts';
export {
  canConsentBeRemembered,
  isDestructive,
  type Consent,
  type ConsentCover,
  type ConsentScope,
  type ShownTool,
} from './task/consent.ts';
export {
  choiceToDecision,
  DENIAL_TEXT,
  EDITED_TEXT,
  listConsentChoices,
  type ConsentChoice,
} from './message/consent-choices.ts';
export { readConsent } from './message/read-consent.ts';
export { toShownCall } from './task/shown-call.ts';
export { describeToolChange } from './task/describe-change.ts';
export { getToolDefinition, type ToolDefinition } from './task/tool-definition.ts';
export { DEFAULT_LIMITS, resolveLimits, type Limits } from './task/limits.ts';
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
  type ToolFacts,
  type ToolMessage,
  type ToolSchema,
  type Usage,
  type UserMessage,
} from './message/message.ts';
export { findAppAddress, isToolVisibleTo, type ShownApp } from './message/shown-app.ts';
export {
  applySessionEvent,
  foldSession,
  type Compaction,
  type Session,
} from './session/session.ts';
export type {
  Fork,
  NumberedSessionEvent,
  SessionSettingsChanges,
  SessionEvent,
  SessionOpened,
  SessionSettings,
} from './session/session-event.ts';
export { buildForkEvents } from './session/fork-events.ts';
export { buildTurnStart, createSummaryMessage, getTurnSettings } from './session/turn-start.ts';
export type { ToolPermission, TurnItem, TurnSettings } from './task/turn-settings.ts';
export {
  appendYesOrNoHint,
  formatApprovalQuestion,
  formatApprovalTitle,
  listApprovalRemarks,
  formatChangeQuestion,
  formatSamplingQuestion,
  formatNeedsApproval,
  type ShownCall,
} from './message/approval-text.ts';
export {
  describeRepeatedNames,
  formatArguments,
  formatArgumentsInLine,
} from './message/shown-arguments.ts';
export { indentJson } from './data/indent-json.ts';
export { parseApproval, parseGoOnOrCancel } from './message/parse-approval.ts';
export { createMask, type Mask } from './text/secret-mask.ts';
export { countCommonLines } from './text/common-lines.ts';
export { escapeHidden, escapeHiddenInJson } from './text/hidden-characters.ts';
export {
  formatForeignBlock,
  formatForeignLine,
  formatForeignName,
  formatForeignText,
  getStableTextLength,
} from './text/foreign-text.ts';
export { createLazyPattern } from './text/late-pattern.ts';
export { describeUnknownName, suggestKnownNames } from './text/unknown-name.ts';
export type { EntryPoint } from './events/entry-point.ts';
export { createSender, type Sender } from './events/sender.ts';
export { trimTrailing } from './text/trim-trailing.ts';
export {
  decideAcceptance,
  type Acceptance,
  type Refusal,
  type RefusalCode,
  type StartOptions,
  type Submission,
} from './events/submission.ts';
export {
  listMessages,
  getFinalAnswer,
  getFinalOutput,
  listCallAnswers,
  listArtifacts,
  getCallKey,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingClient,
  listCallsAwaitingTask,
  getEffectiveCall,
  CORE_VERSION,
  hasTaskEnded,
  isInputRequired,
  isSettled,
  isWaitingOnlyForTasks,
  isWaitingForModel,
  countMessages,
  buildTranscript,
  type AnswerEntry,
  type CallState,
  type Entry,
  type Task,
  type TaskEnd,
} from './task/task.ts';
export { canCallTool, CUT_CALL_CODE, findRefusedCalls } from './task/refused-calls.ts';
export { listToolsForModel } from './request/tools-for-model.ts';
export {
  isToolAllowed,
  type NamedTool,
  type ReasoningEffort,
  type ReasoningSummary,
  type ReplySettings,
  type TextFormat,
  type ToolChoice,
  type ToolChoiceMode,
  type Verbosity,
} from './task/reply-settings.ts';
export { getNextReplySettings } from './task/next-reply-settings.ts';
export { parseArguments } from './message/tool-arguments.ts';
export { pairToolCallsWithResults, type ToolCallRecord } from './message/pair-tool-calls.ts';
export { formatDenial, formatToolOutcome } from './task/tool-outcome.ts';
export { estimateTokens } from './message/token-estimate.ts';
export { shortenRequestToWindow, type Fit } from './request/fit-window.ts';
export {
  planAttemptWithOmissions,
  type Attempt,
  type RefusedRequest,
} from './request/guess-refused.ts';
export { cutResult, cutText, isToolOmitted, type Omission } from './request/omission.ts';
export {
  getRefusalAdvice,
  listOmissions,
  listOmittedTools,
  type OmittedTool,
  type RefusalAdvice,
  type RefusedRequests,
  type RequestPart,
} from './request/refusal.ts';
export {
  chooseNextProbe,
  narrowRefusalSearch,
  startRefusalSearch,
  type DividedGuess,
  type Search,
} from './request/isolate-refused.ts';
export { buildSummaryPrompt, divideForSummary } from './request/summary-prompt.ts';
export { addUsage, buildUsageDetails } from './message/usage.ts';
