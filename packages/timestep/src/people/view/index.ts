export { describeCachedTokens, formatCost, sumSpendingOfCalledAgents } from './usage-cost.ts';
export { describeCall, type CallLabel } from '#engine/port';
export {
  formatComparisonHeadline,
  formatPercentagePoints,
  type ComparisonFacts,
} from './comparison-headline.ts';
export { describeProgress } from './describe-progress.ts';
export { findPageAdvice } from './failure-advice.ts';
export { findFileEditsOfCall, listEditLines, type CallEdit, type CallEdits } from './call-edits.ts';
export { createLazyCodeTokenizer, loadCodeTokenizer } from './code/load-code-tokenizer.ts';
export type { CodeToken, CodeTokenKind, TokenizeCode } from './code/code-token.ts';
export { applyUpdate, type ViewUpdate } from './view.ts';
export type { Notice } from './view-end.ts';
export {
  isItemFinal,
  type ApprovalItem,
  type ArtifactItem,
  type CallItem,
  type EndItem,
  type NoticeItem,
  type QuestionItem,
  type ReplyItem,
  type UserItem,
  type ViewItem,
} from './view-item.ts';
export {
  getActivity,
  EMPTY_VIEW,
  listViewItems,
  listOpenApprovals,
  findOpenQuestion,
  type ConversationView,
} from './view-state.ts';
export { addEventToTimeline } from './timeline/timeline.ts';
export { EMPTY_TIMELINE, listTimelineRows } from './timeline/timeline-rows.ts';
export type { Timeline, TimelineRow, TimelineState } from './timeline/timeline-row.ts';
export {
  addEventToStepLog,
  beginStepLog,
  describeStep,
  type StepLog,
} from './steps/describe-step.ts';
export { measureWindowFill, type WindowFill } from './steps/context-window.ts';
export { getRowName, getRowNote } from './tree/row-name.ts';
export { listArgumentRows, quoteIfAmbiguous, type ArgumentRow } from './argument-rows.ts';
export { listRunRows, type RunRow, type RunTask, type RunTree } from './tree/run-rows.ts';
export { loadTaskTree } from './tree/load-task-tree.ts';
export { createTaskTitle, MAX_TITLE_LENGTH } from './task-title.ts';
export { formatElapsed } from './format-elapsed.ts';
export { jsonToTimeline, timelineToJson } from './tree/stored-timeline.ts';
export { formatSender } from './steps/format-sender.ts';
export { listQuietSpans, sumTree } from './tree/sum-tree.ts';
export type { StoredTimeline, TaskTree, TreeTask, TreeTotals } from './wire/tree.ts';
export type {
  CallStep,
  CrashStep,
  LostWork,
  ModelStep,
  MomentStep,
  PersonStep,
  StepDetails,
  StepTools,
  TurnStep,
  WindowPart,
} from './wire/steps.ts';
export type {
  CalledSpending,
  EventPage,
  SubscribeRequest,
  PageFailure,
  StreamMessage,
  TaskDetails,
  TaskSummary,
  TaskListPage,
  TaskListQuery,
  TaskGroupLine,
  TaskOverview,
  ChainLink,
  WaitingTaskSummary,
  WaitingTasks,
} from './wire/tasks.ts';
export type {
  ConversationAgent,
  ConversationCommandResult,
  ConversationCompletion,
  ConversationFile,
  ConversationBranch,
  ConversationBranchRequest,
  ConversationDetails,
  ConversationSummary,
  ConversationList,
  ConversationMessage,
  ConversationModel,
  ConversationModelChange,
  ConversationModelList,
  ConversationSettings,
  ConversationTurn,
  ConversationTurnPage,
} from './wire/chats.ts';
export type {
  AgentFileList,
  AgentSummary,
  AgentList,
  AgentModelsList,
  OwnModelList,
  CreateAgentRequest,
  CreatedAgent,
  ProviderCheck,
} from './wire/agents.ts';
export type { TaskFork, TaskMessage } from './wire/messages.ts';
export type { MeasuredSeries, ServerHealth } from './wire/operating.ts';
export type { StoreCopies, StoreCopy, StoreExamination, StoreReport } from './wire/store-report.ts';
export type {
  EnvironmentAgent,
  EnvironmentList,
  EnvironmentServer,
  Exchange,
  ExchangeListItem,
  SwitchRequest,
} from './wire/environments.ts';
export type {
  EvalComparison,
  EvalEstimate,
  EvalGrade,
  EvalOutput,
  EvalOutputPage,
  EvalOutputPair,
  EvalPassPoint,
  EvalRunListItem,
  EvalRunList,
  EvalRunSummary,
  EvalRunView,
  EvalTaskSummary,
  EvalTrial,
  EvalTrialSummary,
  EvalVerdict,
} from './wire/evals.ts';
export type { ConsentLine, ConsentList } from './wire/consents.ts';
export type { EvalChoices, StartEvalRequest } from './wire/eval-starts.ts';
export type {
  A2AOffer,
  CardProblemLine,
  LoginStep,
  McpOffer,
  PeerAnswer,
  OpenedApp,
  PeerExchange,
  PeerExchangeItem,
  PeerKind,
  PeerMessage,
  PeerQuestion,
  PeerRequest,
  PeerState,
  PeerTool,
} from './wire/peers.ts';
export type { ReportModel, ReportRun } from './wire/reports.ts';
export type { AgentCallCount, CallReport } from './wire/calls.ts';
export type { WorkFigures, WorkReport, WorkSeries } from './wire/work.ts';
export {
  choiceToDecision,
  escapeHidden,
  escapeHiddenInJson,
  findAppAddress,
  formatApprovalTitle,
  listApprovalRemarks,
  formatArguments,
  formatForeignText,
  getText,
  indentJson,
  DENIAL_TEXT,
  EDITED_TEXT,
  listConsentChoices,
} from '#core';
export type { ViewFile } from './view-files.ts';
export { historyToItems } from './view-history.ts';
export type {
  ApprovalDecision,
  ConsentChoice,
  ContextItem,
  OmittedItem,
  Message,
  NumberedEvent,
  TaskState,
} from '#core';
export { formatBytes as bytesText, formatCount as counted } from '#engine/port';
export type {
  DatabaseCopy as BackedUp,
  Finding as StoreFinding,
  AgentChange,
  AgentFileLine,
  AgentFilePart,
  AgentFileText,
  AgentToolText,
  FieldTree,
  FileEdit,
  Orchestration,
  PlannedEdit,
  ProviderLine,
  OperatorCall,
  OperatorCallOutcome,
  PlannedLine,
  PruneResult as Pruned,
  ServerDescription,
  ServerContent,
  ServerLine,
  ServerPrompt,
  ServerPromptMessage,
  ServerResource,
  ServerResources,
  ServerState,
  ServerStatus,
  ServerTool,
  SwitchChange,
  TaskUpdate,
} from '#engine/port';
