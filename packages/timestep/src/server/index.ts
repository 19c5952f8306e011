export { Agent, type AgentOptions } from './agent.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export { EnvironmentError, type EnvironmentSource } from './environments.ts';
export { Loop, type LoopOptions } from './loop.ts';
export { ResponsesAPI, type ResponsesAPIOptions } from './responses-api.ts';
export type { Caller, Mount, Mounted, Protocol, Site } from './mount.ts';
export { serve, type Serving } from './serve.ts';
export type { Servable, ServeOptions } from './serve-options.ts';
export { ServeError } from './serve-error.ts';
