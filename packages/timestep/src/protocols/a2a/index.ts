export { A2AClientError, type A2AClientErrorCode } from './client/a2a-client-error.ts';
export { createA2AAgent, type A2AAgentOptions } from './client/a2a-agent.ts';
export {
  formatApprovalAsJson,
  removeApprovalPrefix,
  isApprovalCall,
} from './client/approval-calls.ts';
export { connectA2A, type A2AClient, type ConnectOptions } from './client/connect-a2a.ts';
export type { DispatchLog } from './client/send-until-settled.ts';
export type { CardTrust } from './client/card-trust.ts';
export type { FetchFn } from './client/json-rpc-client.ts';
export type { RemoteBinding, BindingRequest } from './client/remote-binding.ts';
export type { RemoteCredential, RemoteCredentials } from './client/remote-credentials.ts';
export type { RemoteAgentCard } from './client/remote-card.ts';
export { readRemoteDescription, type RemoteAgentDescription } from './client/remote-card.ts';
export { findWaitingRemoteTask } from './client/next-message.ts';
export type { RemoteMessage } from './client/remote-message.ts';
export type { RemoteTask, RemoteTaskUpdate } from './client/remote-task.ts';
export {
  createPushService,
  type PushService,
  type PushServiceOptions,
} from './push/push-service.ts';
export {
  CardKeyError,
  createCardSigner,
  type CardKey,
  type CardSigner,
} from './server/card-signer.ts';
export { createA2AHandler, type A2AHandler, type A2AHandlerOptions } from './server/a2a-handler.ts';
export {
  readTenant,
  parseTenantPath,
  createUnknownTenantResponse,
  type TenantPath,
} from './server/tenants.ts';
export type {
  AgentDescription,
  AgentExtension,
  AgentInterface,
  AgentSecurity,
  AgentSkill,
  ExtendedCardFields,
  CardReader,
  ExtendedCard,
} from './wire/agent-description.ts';
export { buildA2A03Card } from './wire/a2a-0-3-card.ts';
export type { CardProblem } from './card/card-problem.ts';
export { findCardProblems, type ReceivedCard } from './card/find-card-problems.ts';
export { findRpcCode } from './wire/error-codes.ts';
export { buildA2ACard } from './wire/a2a-card.ts';
export type { RemoteTaskState } from './wire/wire-types.ts';
export { TOOL_CALLS_EXTENSION, type NamedResult } from './wire/tool-calls.ts';
