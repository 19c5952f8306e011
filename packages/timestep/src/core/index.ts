export { ACCEPTED_MODES_META, acceptedModesOf } from './accepted-modes.ts';
export { append, isChain, toArray, type Chain } from './chain.ts';
export { chainOf, withMessages, messagesOf, type History } from './history.ts';
export { ARRIVALS_META, arrivalMetadata, arrivalsOf, type Arrival } from './arrival.ts';
export { apply, applyNext, fold } from './apply.ts';
export { andThen, isPending } from './at-once.ts';
export {
  isElsewhere,
  outcomeWithoutTask,
  fullOutcomeOf,
  outcomeOfTask,
  type AwaitedApproval,
  type AwaitedTask,
  type TaskOutcome,
  type TaskWait,
} from './awaited-task.ts';
export type { CalledModel } from './called-model.ts';
export { continuationOf, ownEntries } from './continue.ts';
export { crashesOf, PROCESS_LOST, type CrashCount } from './crashes.ts';
export { decide, type Decision, type PlannedCall } from './decide.ts';
export { drive, type DrivenLog, type Effects, type ToolTraits } from './drive.ts';
export { episodeInfo, type EpisodeInfo } from './episode-info.ts';
export { CoreError, TimestepError } from './error.ts';
export {
  contextMessage,
  type ContextItem,
  type ContextKind,
  type ContextReason,
  type ContextSelection,
} from './context-selection.ts';
export type { GuardRecord, JudgedCall, Verdict } from './judged-calls.ts';
export { answerIn, questionText, type Question, type QuestionAnswer } from './question.ts';
export type {
  ApprovalDecision,
  CallResult,
  EndReason,
  Failure,
  FinalState,
  NumberedEvent,
  TaskEvent,
  TaskSubmitted,
  ToolSite,
} from './event.ts';
export { eventsOfMail, eventsOfOutcome, withMail, type Mail } from './mail.ts';
export { lostEffects, type Departure } from './recover.ts';
export { snapshotOf, taskFrom, type TaskSnapshot } from './snapshot.ts';
export { canonicalJson } from './canonical-json.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
export { addSpending, NO_SPENDING, spendingOf, type Budget, type Spending } from './budget.ts';
export {
  budgetFromJson,
  DEFAULT_MAX_AGENT_CALLS,
  DEFAULT_MAX_HOPS,
  delegationFromJson,
  delegationToJson,
  HOPS_META,
  hopsOf,
  judgeDelegation,
  leftOf,
  type Delegation,
  type DelegationBounds,
  type DelegationVerdict,
  type AgentCall,
} from './delegation.ts';
export { DEFAULT_LIMITS, limitsFrom, type Limits } from './limits.ts';
export {
  asksUser,
  textOf,
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
export { applyToSession, foldSession, type Compaction, type Session } from './session.ts';
export type {
  Fork,
  NumberedSessionEvent,
  SessionChanges,
  SessionEvent,
  SessionOpened,
  SessionSettings,
} from './session-event.ts';
export { forkOf } from './fork-of.ts';
export { startOfTurn, summaryMessage, turnOf } from './start-of-turn.ts';
export type { ToolPermission, TurnItem, TurnSettings } from './turn-settings.ts';
export { approvalIn } from './approval-words.ts';
export { maskOf, type Mask } from './mask.ts';
export { withoutTrailing } from './without-trailing.ts';
export {
  accept,
  type Acceptance,
  type Refusal,
  type RefusalCode,
  type StartOptions,
  type Submission,
} from './submission.ts';
export {
  allMessagesOf,
  answerOf,
  answersTo,
  artifactsOf,
  callKeyOf,
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callsAwaitingClient,
  callsAwaitingTask,
  callToMake,
  CORE_VERSION,
  isFinal,
  isInterrupted,
  isSuspended,
  messageCountOf,
  transcriptOf,
  type AnswerEntry,
  type CallState,
  type Entry,
  type Task,
  type TaskEnd,
  type TaskState,
} from './task.ts';
export { mayCall, refusedCalls, type RefusedCall } from './refused-calls.ts';
export {
  isOffered,
  settingsOfNextReply,
  type NamedTool,
  type ReasoningEffort,
  type ReasoningSummary,
  type ReplySettings,
  type TextFormat,
  type ToolChoice,
  type ToolChoiceMode,
  type Verbosity,
} from './reply-settings.ts';
export { readArguments } from './tool-arguments.ts';
export { indexToolCalls, type ToolCallRecord } from './tool-call-index.ts';
export { denialContent, outcomeContent } from './tool-outcome.ts';
export { estimateTokens } from './token-estimate.ts';
export { usageDetails } from './usage.ts';
