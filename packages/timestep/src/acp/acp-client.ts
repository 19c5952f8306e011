import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  SessionUpdate,
} from '@agentclientprotocol/sdk';

/** What an agent uses of a client. */
export interface AcpClient {
  /** Resolves once the update is written. */
  update(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Asks until the signal aborts, which withdraws the request. */
  askPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionOutcome>;
  elicit(
    request: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse>;
  /** What the client says it can show. */
  can(what: ClientAbility): boolean;
}

/** What not every client has (ACP v1, Client Capabilities). */
export type ClientAbility = 'forms' | 'notices' | 'compaction';
