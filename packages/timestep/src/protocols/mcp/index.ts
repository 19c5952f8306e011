export { APP_TYPE, APPS_CAPABILITIES, HANDOFF_EXTENSION, TEXT_SUFFICES_META } from './extension.ts';
export { McpError, type McpErrorCode } from './mcp-error.ts';
export { mcpToToolSchema } from './convert/tool-from-mcp.ts';
export { toolToMcp } from './convert/tool-to-mcp.ts';
export { formatInstructions } from './convert/instructions-text.ts';
export { mcpToToolResult } from './convert/result-from-mcp.ts';
export { createToolError } from './convert/result-to-mcp.ts';
export { judgeHandoff, type HandoffPolicy, type HandoffVerdict } from './handoff/judge.ts';
export type { HandoffOutcome } from './handoff/sampling.ts';
export { canMakeHandoffs, type Peer } from './handoff/peer.ts';
export { requestHandoff, type RequestedHandoff } from './handoff/request-handoff.ts';
export {
  HANDOFF_TOOL,
  formatHandoffFailure,
  type CallAgent,
  type CallAgentContext,
  type HandoffCall,
  type HandoffAnswer,
  type HandoffTarget,
} from './handoff/target.ts';
export type {
  EnvironmentDefinition,
  HandoffOptions,
  HandoffTool,
  McpTool,
  PromptDefinition,
  PromptValue,
  ResourceDefinition,
  ResourceValue,
  Completer,
  Completers,
} from './serve/definition.ts';
export type { ListOptions } from './serve/list-options.ts';
export type { DisplayFields } from '#engine/tools';
export {
  wrapCallTask,
  type BegunCall,
  type CallTask,
  type CallTasks,
  type CallTaskError,
  type CallTaskState,
} from './serve/call-tasks/call-task.ts';
export {
  createRunnerCallTasks,
  type RunnerCallTasksOptions,
} from './serve/call-tasks/runner-call-tasks.ts';
export { createToolCallAgent } from './serve/call-tasks/tool-caller.ts';
export type { McpCall, ToolCallContext } from './serve/calls/tool-context.ts';
export type { EnvironmentHandler } from './serve/eras.ts';
export type { EnvironmentHandlerOptions } from './serve/handler.ts';
export { createLazyHandler as createEnvironmentHandler } from './serve/lazy-handler.ts';
export type { SessionLimits } from './serve/sessions.ts';
export { serveLazilyOverStdio as serveEnvironmentStdio } from './serve/lazy-stdio.ts';
export type { StdioOptions, StdioServing } from './serve/stdio.ts';
export { createLocalEnvironment } from './serve/local-environment.ts';
export {
  createClientCredentialsProvider,
  type ClientCredentials,
  type TokenRequestOptions,
} from './auth/client-credentials.ts';
export { logInByDevice, type DeviceCode, type DeviceLoginOptions } from './auth/device-login.ts';
export { toLoginStorageUrl, revokeLogin } from './auth/revoke-login.ts';
export { logIn, type LogInOptions } from './auth/log-in.ts';
export {
  createLoginProvider,
  findLoginProvider,
  type LoginProviderOptions,
  type LoginServer,
} from './auth/login-provider.ts';
export {
  createLoginClient,
  type LoginClient,
  type LoginClientOptions,
} from './auth/login-client.ts';
export {
  connectEnvironment,
  mcpServer,
  type McpServerTools,
} from './connect/connect-environment.ts';
export type { ConnectedEnvironment, ConnectOptions, ToolProgress } from './connect/connect.ts';
export type { OnHandoff } from './connect/answer-handoffs.ts';
export type { SamplingOptions } from './connect/answer-samplings.ts';
export type { SamplingRequest } from './convert/sampling.ts';
export type { LinkChange, LinkListeners, LogMessage } from './connect/link-listeners.ts';
export type { LinkMessage } from './connect/transport-messages.ts';
export type { EnvironmentTarget } from './connect/target.ts';
