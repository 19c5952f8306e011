export type {
  AgentServers,
  PingOptions,
  ServerFailure,
  ServerLine,
  ServerPing,
  ServerProtocol,
  ServerState,
  ServerStatus,
} from './agent/agent-servers.ts';
export type { FieldTree } from './agent/field-tree.ts';
export type {
  AgentChange,
  AgentFileLine,
  AgentFilePart,
  AgentFileText,
  AgentToolChange,
  AgentToolText,
  FileEdit,
  OperatorFiles,
  Orchestration,
} from './agent/operator-files.ts';
export type {
  InternalTools,
  OperatorServers,
  AppDocument,
  OperatorCall,
  OperatorCallOutcome,
  OperatorCallResult,
  PlannedLine,
  ServerDescription,
  ServerContent,
  ServerMessage,
  ServerPrompt,
  ServerPromptMessage,
  ServerResource,
  ServerResources,
  ServerTool,
  SwitchChange,
  PlannedEdit,
  ToolInclude,
} from './agent/operator-servers.ts';
export type {
  AgentChoices,
  AgentModels,
  ItemKind,
  ItemLine,
  ProviderLine,
  TextCommand,
} from './agent/agent-choices.ts';
export type { AgentStorage, StoredFile, WriteFileOptions } from './agent/agent-storage.ts';
export type { Guard, GuardResult, GuardDecision, GuardContext } from './agent/guard.ts';
export {
  toAgentFn,
  type AgentContext,
  type RecordDispatch,
  type AgentFn,
  type AgentFunction,
  type ArtifactDelta,
  type ProgressDelta,
  type ToolProgressReport,
  type Delta,
  type TextDelta,
  type TaskMeta,
} from './agent/agent-fn.ts';
export {
  openBackendWithStores,
  type Backend,
  type BackendNeeds,
  type OpenBackend,
  type StoreUser,
} from './backend/backend.ts';
export type {
  DatabaseCopy,
  BackendNames,
  BackendKind,
  BackendOption,
  DatabaseLocation,
  InterruptedCall,
  OwnerStatus,
  ProcessNeeds,
  ResumeAnswer,
  ResumedTask,
} from './backend/backend-kind.ts';
export type { Examination, Finding, Severity } from './backend/examination.ts';
export {
  describeAgentWait,
  describeModelWait,
  describeTaskWait,
} from './tasks/describe-model-wait.ts';
export { describeCall, describeReply, type CallLabel } from './tasks/call-label.ts';
export { shortenLine } from './tasks/shorten-line.ts';
export { describeDispatch } from './tasks/describe-dispatch.ts';
export {
  describeNewOmissions,
  describeRefusal,
  describeTaskOmissions,
} from './tasks/describe-refusal.ts';
export { subscribeToTask, updatesToSteps, type TaskStep } from './tasks/subscribe-to-task.ts';
export type { Login, LoginStore } from './store/login-store.ts';
export {
  listDatabaseFiles,
  createFileWatch,
  createPrivateFile,
  type FileWatch,
} from './backend/file-watch.ts';
export { formatAgentAtDatabase, getDatabaseName } from './backend/database-name.ts';
export type {
  Clock,
  Runner,
  TaskPage,
  TaskQuery,
  TaskUpdate,
  StorageProblem,
} from './tasks/runner.ts';
export {
  NEVER_DUE,
  type Delivery,
  type Lease,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
  type LeaseResult,
} from './store/outbox.ts';
export {
  ResponseStoreError,
  type ResponseKey,
  type ResponseStore,
  type ResponseStoreErrorCode,
  type StoredResponse,
} from './store/response-store.ts';
export { formatBytes, formatCount, formatDuration, formatTime } from './format-quantity.ts';
export { createOwnTasks, type Owner, type OwnTask, type OwnTasks } from './tasks/own-tasks.ts';
export {
  createRunnerClosedError,
  isClosedError,
  createTaskNotFoundError,
  RunnerError,
  type RunnerErrorCode,
} from './tasks/runner-error.ts';
export type { Retention } from './backend/retention.ts';
export {
  overrideServedAgent,
  type AgentOutput,
  type CheckedOutput,
  type ServedAgent,
} from './agent/served-agent.ts';
export { toServedAgents, type ServedAgents } from './agent/served-agents.ts';
export {
  FileStoreError,
  type FileQuery,
  type FileStore,
  type FileStoreErrorCode,
  type UploadedFile,
} from './store/file-store.ts';
export {
  SessionStoreError,
  type SessionKey,
  type SessionPage,
  type SessionQuery,
  type SessionStore,
  type SessionStoreErrorCode,
} from './store/session-store.ts';
export type {
  PruneOptions,
  PruneResult,
  StoredTasks,
  TaskFilter,
  TaskListing,
  TaskRow,
  TaskSort,
  WaitingWork,
} from './tasks/stored-tasks.ts';
export {
  getDurationBucket,
  getBucketMiddleMs,
  HOUR_MS,
  type CallCount,
  type TaskGroupCount,
  type WorkCount,
  type WorkPeriod,
} from './tasks/work-count.ts';
export { loadTaskAtGeneration } from './tasks/task-at-generation.ts';
export type { Log, LogFields, LogLevel, WriteLine } from './backend/log.ts';
export {
  createTaskChangesNotifier,
  type TaskChangesWatcher,
  type TaskChangesNotifier,
  type TaskChanges,
} from './tasks/task-changes.ts';
export type {
  ContextRequest,
  CallRuling,
  CallRulingRequest,
  ProbeResult,
  ToolContext,
  ToolEnvironment,
  ToolInvocation,
  ToolResult,
} from './agent/tool-environment.ts';
export type {
  EndedPage,
  EndedPosition,
  LostSpan,
  OpenSpan,
  OpenSpanStore,
  TraceClaim,
  TraceStore,
} from './store/trace-store.ts';
export {
  createHookSlot,
  type RequestResult,
  type CommitFacts,
  type EffectInfo,
  type RequestSpan,
  type BackendHooks,
  type HookSlot,
} from './backend/backend-hooks.ts';
export type { VectorEntry, VectorStore } from './store/vector-store.ts';
export type { AgentTexts, AgentVersionStore, KeptVersion } from './store/version-store.ts';
export { createEventLoopBreaks, type TakeBreak } from './turn-breaks.ts';
