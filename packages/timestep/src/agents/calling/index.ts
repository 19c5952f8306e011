export type { Bridge, BridgeAgent, BridgeAgents, BridgeEntry } from './bridge.ts';
export { BridgeError, type BridgeErrorCode } from './bridge-error.ts';
export { createBridgeTools } from './bridge-tools.ts';
export { answerCall, type AnswerCallDeps } from './answer-call.ts';
export { createBridgeCallTasks } from './call-tasks.ts';
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
export { listAskingTaskIds } from './asking-tasks.ts';
export { createCourierAgent, COURIER, type CourierDeps } from './courier/courier.ts';
export { createCallingTools } from './calling-tools.ts';
export type { CallingDeps } from './park.ts';
export { createRemoteToolEnvironment } from './client/peer-environment.ts';
export { createRemoteAgentClient, type RemoteAgentClient } from './client/remote-peer.ts';
export type { TaskReport } from './task-report.ts';
