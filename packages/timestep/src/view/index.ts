export { costText } from './cost-text.ts';
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
export { withEvent } from './timeline.ts';
export { EMPTY_TIMELINE, rowsOfTimeline } from './timeline-rows.ts';
export type { Timeline, TimelineKind, TimelineRow, TimelineState } from './timeline-row.ts';
export type {
  EventPage,
  FollowRequest,
  PageFailure,
  StreamMessage,
  TaskHead,
  TaskLine,
  TaskListPage,
  TaskListQuery,
} from './wire/tasks.ts';
export type {
  ConversationAgent,
  ConversationAnswer,
  ConversationCompletion,
  ConversationFile,
  ConversationHead,
  ConversationLine,
  ConversationList,
  ConversationMessage,
  ConversationSettings,
} from './wire/chats.ts';
export type {
  AgentFileList,
  AgentLine,
  AgentLines,
  AgentModelsList,
  AgentOrder,
  AgentSkillLine,
  MadeAgent,
  ProviderCheck,
} from './wire/agents.ts';
export type { WaitingTasks } from './wire/waiting-tasks.ts';
export type { TaskFork, TaskMessage } from './wire/messages.ts';
export type { MeasuredSeries, OperatingReport } from './wire/operating.ts';
export type {
  StoreCopies,
  StoreCopy,
  StoreExamination,
  StoreFinding,
  StoreReport,
} from './wire/store-report.ts';
export type {
  EnvironmentAgent,
  EnvironmentList,
  EnvironmentServer,
  Exchange,
  ExchangeLine,
  SwitchOrder,
} from './wire/environments.ts';
export type {
  EvalChange,
  EvalComparison,
  EvalEstimate,
  EvalGrade,
  EvalPassPoint,
  EvalReason,
  EvalRunLine,
  EvalRunList,
  EvalRunSummary,
  EvalRunView,
  EvalTaskLine,
  EvalTrial,
  EvalTrialLine,
  EvalVerdict,
} from './wire/evals.ts';
export type { EvalAgentLine, EvalChoices, EvalStart } from './wire/eval-starts.ts';
export type { ReportModel, ReportRun } from './wire/reports.ts';
export { textOf } from '../core/index.ts';
export type { ViewFile } from './view-files.ts';
export { itemsFromHistory } from './view-history.ts';
export type {
  ApprovalDecision,
  ContextItem,
  Message,
  NumberedEvent,
  TaskState,
} from '../core/index.ts';
export { bytesText, counted } from '../port/index.ts';
export type {
  BackedUp,
  AgentChange,
  AgentFileLine,
  AgentFilePart,
  AgentFileText,
  AgentToolChange,
  AgentToolText,
  FileEdit,
  Orchestration,
  PlannedEdit,
  ProviderLine,
  InternalTools,
  OperatorCall,
  OperatorCallOutcome,
  OperatorCallResult,
  PlannedLine,
  Pruned,
  ServerDescription,
  ServerContent,
  ServerLine,
  ServerPing,
  ServerPrompt,
  ServerPromptMessage,
  ServerResource,
  ServerResources,
  ServerState,
  ServerStatus,
  ServerTool,
  SwitchChange,
  TaskUpdate,
  ToolInclude,
} from '../port/index.ts';
