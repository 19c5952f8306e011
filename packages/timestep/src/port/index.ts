export type {
  AgentServers,
  PingOptions,
  ServerFailure,
  ServerLine,
  ServerPing,
  ServerProtocol,
  ServerState,
  ServerStatus,
} from './agent-servers.ts';
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
} from './operator-files.ts';
export type {
  InternalTools,
  OperatorServers,
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
} from './operator-servers.ts';
export type {
  AgentChoices,
  AgentModels,
  ItemKind,
  ItemLine,
  ProviderLine,
} from './agent-choices.ts';
export type { AgentStorage, StoredFile, WriteFileOptions } from './agent-storage.ts';
export type { Guard, GuardResult, GuardDecision, GuardContext } from './guard.ts';
export {
  toAgentFn,
  type AgentContext,
  type AgentFn,
  type AgentFunction,
  type ArtifactDelta,
  type Delta,
  type TaskMeta,
} from './agent-fn.ts';
export {
  openWithStores,
  type Backend,
  type BackendNeeds,
  type OpenBackend,
  type StoreUser,
} from './backend.ts';
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
} from './backend-kind.ts';
export type { Examination, Finding, Severity } from './examination.ts';
export { subscribeToTask, foldUpdates, type TaskStep } from './subscribe-to-task.ts';
export type { Login, LoginStore } from './login-store.ts';
export { listDatabaseFiles, watchFiles, createPrivateFile, type FileWatch } from './file-watch.ts';
export { formatAgentAtDatabase, getDatabaseName } from './database-name.ts';
export type { Clock, Runner, TaskPage, TaskQuery, TaskUpdate, StorageProblem } from './runner.ts';
export {
  NEVER_DUE,
  type Delivery,
  type Lease,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
  type LeaseResult,
} from './outbox.ts';
export type { ResponseKey, ResponseStore, StoredResponse } from './response-store.ts';
export { ResponseStoreError, type ResponseStoreErrorCode } from './response-store-error.ts';
export { formatBytes, formatCount, formatDuration, formatTime } from './format-quantity.ts';
export { createOwnTasks, type Owner, type OwnTask, type OwnTasks } from './own-tasks.ts';
export { RunnerError, type RunnerErrorCode } from './runner-error.ts';
export type { Retention } from './retention.ts';
export {
  overrideServedAgent,
  type AgentOutput,
  type CheckedOutput,
  type ServedAgent,
} from './served-agent.ts';
export { toServedAgents, type ServedAgents } from './served-agents.ts';
export type { FileQuery, FileStore, UploadedFile } from './file-store.ts';
export { FileStoreError, type FileStoreErrorCode } from './file-store-error.ts';
export type { SessionKey, SessionPage, SessionQuery, SessionStore } from './session-store.ts';
export { SessionStoreError, type SessionStoreErrorCode } from './session-store-error.ts';
export type {
  PruneOptions,
  PruneResult,
  StoredTasks,
  TaskFilter,
  TaskListing,
  TaskRow,
} from './stored-tasks.ts';
export { loadTaskAtGeneration } from './task-at-generation.ts';
export type { Log, LogFields, LogLevel, WriteLine } from './log.ts';
export {
  createTaskChanges,
  type TaskChangesWatcher,
  type TaskChangesNotifier,
  type TaskChanges,
} from './task-changes.ts';
export type {
  ContextRequest,
  CallRuling,
  CallRulingRequest,
  ProbeResult,
  ToolContext,
  ToolEnvironment,
  ToolInvocation,
  ToolResult,
} from './tool-environment.ts';
export type { EndedPage, EndedPosition, TraceClaim, TraceStore } from './trace-store.ts';
export {
  createHookSlot,
  type RequestResult,
  type CommitFacts,
  type EffectInfo,
  type RequestSpan,
  type BackendHooks,
  type HookSlot,
} from './backend-hooks.ts';
export type { VectorEntry, VectorStore } from './vector-store.ts';
