import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  SessionUpdate,
} from '@agentclientprotocol/sdk';

export interface AcpClient {
  /** Sends a session update. Resolves when the update is written. */
  sendUpdate(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Requests the user's permission for a tool call. Aborting the signal withdraws the request. */
  requestPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionOutcome>;
  requestInput(
    request: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse>;
  supports(what: ClientCapability): boolean;
}

/** Optional client capabilities (ACP v1, Client Capabilities). */
export type ClientCapability = 'forms' | 'notices' | 'compaction';
