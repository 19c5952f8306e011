export { A2AClientError, type A2AClientErrorCode } from './client/a2a-client-error.ts';
export { a2aAgent, type A2AAgentOptions } from './client/a2a-agent.ts';
export { approvalOf, callOfPeer, isApprovalCall } from './client/approval-calls.ts';
export { connectA2A, type A2AClient, type ConnectOptions } from './client/connect.ts';
export type { CardTrust } from './client/card-trust.ts';
export type { FetchFn } from './client/json-rpc-client.ts';
export type { PeerBinding, PeerRequest } from './client/peer-binding.ts';
export type { PeerCredential, PeerCredentials } from './client/peer-credentials.ts';
export type { PeerCard } from './client/peer-card.ts';
export { peerDescription, type PeerDescription } from './client/peer-description.ts';
export { waitingAt } from './client/next-message.ts';
export type { PeerMessage } from './client/peer-message.ts';
export type { PeerTask, PeerUpdate } from './client/peer-task.ts';
export {
  createPushService,
  type PushService,
  type PushServiceOptions,
} from './push/push-service.ts';
export { CardKeyError, cardSigner, type CardKey, type CardSigner } from './server/card-signer.ts';
export { createA2AHandler, type A2AHandler, type A2AHandlerOptions } from './server/handler.ts';
export {
  tenantInBody,
  tenantInPath,
  refusedTenantResponse,
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
export { card03Of } from './wire/card-0-3.ts';
export { rpcCodeOf } from './wire/error-forms.ts';
export { cardOf } from './wire/card.ts';
export type { PeerState } from './wire/state.ts';
export { TOOL_CALLS_EXTENSION, type NamedResult } from './wire/tool-calls.ts';
