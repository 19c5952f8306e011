export { Agent, type AgentOptions } from './agent.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export { EnvironmentError, type EnvironmentSource } from './environments.ts';
export { Loop, type LoopOptions } from './loop.ts';
export { ResponsesAPI, type ResponsesAPIOptions } from './responses-api.ts';
export { serve, type ServeOptions, type Serving } from './serve.ts';
export { ServeError } from './serve-error.ts';
