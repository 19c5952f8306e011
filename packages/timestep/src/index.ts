export {
  CoreError,
  DEFAULT_LIMITS,
  indexToolCalls,
  TimestepError,
  type AssistantMessage,
  type EpisodeInfo,
  type JsonObject,
  type JsonValue,
  type Limits,
  type Message,
  type SystemMessage,
  type Task,
  type ToolCall,
  type ToolCallRecord,
  type ToolMessage,
  type ToolSchema,
  type ToolSite,
  type Usage,
  type UserMessage,
} from './core/index.ts';
export type {
  AgentContext,
  AgentFn,
  Delta,
  Runner,
  ToolContext,
  ToolEnvironment,
  ToolResult,
} from './port/index.ts';
export {
  buildToolsSchema,
  calc,
  DEFAULT_TOOLS,
  echo,
  functionEnvironment,
  type Tool,
  type ToolFn,
  type ToolSet,
} from './environment/index.ts';
export {
  agentBuiltinEcho,
  commandAgent,
  createAgent,
  loadScript,
  ModelError,
  modelFromEnv,
  scriptedAgent,
  withRetries,
  type CreateAgentOptions,
  type Script,
} from './model/index.ts';
export {
  createMemoryRunner,
  runEpisode,
  streamEpisode,
  type Episode,
  type EpisodeEvent,
  type EpisodeOptions,
} from './runner/index.ts';
export { a2aAgent } from './a2a/index.ts';
export {
  connectEnvironment,
  serveEnvironmentStdio,
  type ConnectedEnvironment,
  type HandoffPolicy,
} from './mcp/index.ts';
export {
  ClientError,
  createClient,
  type Answer,
  type AskOptions,
  type Client,
  type ClientEvent,
  type ClientOptions,
} from './client/index.ts';
export {
  Agent,
  Environment,
  Loop,
  ResponsesAPI,
  serve,
  type AgentOptions,
  type EnvironmentOptions,
  type LoopOptions,
  type ResponsesAPIOptions,
  type ServeOptions,
  type Serving,
} from './server/index.ts';
