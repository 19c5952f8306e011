export type {
  McpCallingDeps,
  CallableAgent,
  CallableAgents,
  AgentEntry,
} from './callable-agents.ts';
export { AgentCallError, type AgentCallErrorCode } from './agent-call-error.ts';
export { createMcpCallingTools } from './mcp-calling-tools.ts';
export { runToolCallAsTask, type AnswerCallDeps } from './answer-call.ts';
export { createMcpCallTasks } from './mcp-call-tasks.ts';
export {
  createClient,
  createToolClient,
  type AskOptions,
  type Client,
  type ClientOptions,
} from './client/client.ts';
export { ClientError, type ClientErrorCode } from './client/client-error.ts';
export type { ClientEvent } from './client/client-event.ts';
export type { Answer } from './client/ask-agent.ts';
export { handoffTool } from './handoff/handoff-tool.ts';
export { createDeliveryAgent, type DeliveryDeps } from './delivery/delivery-agent.ts';
export { DELIVERY_AGENT } from './delivery/delivery-order.ts';
export { createCallingTools } from './calling-tools.ts';
export { listAskingTaskIds, type CallingDeps } from './suspended-call.ts';
export { createRemoteToolEnvironment } from './client/remote-tools.ts';
export { createRemoteAgentClient, type RemoteAgentClient } from './client/remote-agent-client.ts';
export type { TaskReport } from './task-report.ts';
