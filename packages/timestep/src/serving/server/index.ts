export { logTasks } from './measuring/log-tasks.ts';
export {
  createAgentToolsEnvironment,
  isToolsAgent,
  type ToolsAgent,
} from './agent-tools/agent-tools.ts';
export { askOnce } from './agent-tools/ask-once.ts';
export { createJoinedToolsProtocol } from './protocols/agent-tools.ts';
export { Agent, OUTPUT_MODES } from './agent/agent.ts';
export type { AgentAnswer, AgentTextAnswer } from './agent/agent-answer.ts';
export { AgentError, type AgentErrorCode } from './agent/agent-error.ts';
export type {
  AgentOptions,
  CardOptions,
  OutputOf,
  Toolset,
  ToolsOption,
} from './agent/agent-options.ts';
export type { AgentConversation, AgentStream } from './agent/agent-stream.ts';
export type { AskAgentOptions } from './agent/run-task.ts';
export {
  enableTracing,
  type TracedServer,
  type TracingOptions,
} from './measuring/enable-tracing.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export {
  EnvironmentError,
  Loop,
  SERVED_LIMITS,
  type EnvironmentSource,
  type LoopOptions,
} from './loop.ts';
export { ResponsesAPI, type ResponsesAPIOptions } from './responses-api.ts';
export type {
  AgentMounts,
  Caller,
  Mount,
  MountAgent,
  MountedProtocol,
  Protocol,
  ProtocolHost,
} from './routing/mount.ts';
export {
  deriveNameFromUrl,
  remoteAgent,
  type RemoteAgent,
  type RemoteAgentOptions,
} from './remote-agent.ts';
export type { AgentAddress } from './routing/agent-path.ts';
export { serve } from './lazy-serve.ts';
export type { Serving } from './serve.ts';
export {
  createServables,
  servablesToServedAgents,
  type ChangingServables,
  type Servables,
} from './servables.ts';
export { createSubscribers } from './subscribers.ts';
export {
  DEFAULT_PROTOCOLS,
  ServeError,
  type Servable,
  type ServeOptions,
} from './serve-options.ts';
export { countTasksByState } from './measuring/gauges.ts';
