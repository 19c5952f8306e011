export {
  agentToolsEnvironment,
  isToolsAgent,
  type AgentToolsEnvironment,
  type AgentToolsOptions,
  type ToolsAgent,
} from './agent-tools/agent-tools.ts';
export { askOnce, type AskOnceOptions } from './agent-tools/ask-once.ts';
export { joinedToolsProtocol } from './protocols/agent-tools.ts';
export { Agent, type AgentOptions } from './agent.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export { EnvironmentError, type EnvironmentSource } from './environments.ts';
export { Loop, type LoopOptions } from './loop.ts';
export { ResponsesAPI, type ResponsesAPIOptions } from './responses-api.ts';
export type { AgentMounts, Caller, Mount, MountAgent, Mounted, Protocol, Site } from './mount.ts';
export { serve, type Serving } from './serve.ts';
export { createServables, type ChangingServables, type Servables } from './servables.ts';
export type { Servable, ServeOptions } from './serve-options.ts';
export { ServeError } from './serve-error.ts';
