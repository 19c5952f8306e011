import type * as AcpSdk from '@agentclientprotocol/sdk';
import type {
  AgentContext,
  ClientCapabilities,
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  SessionUpdate,
} from '@agentclientprotocol/sdk';

/** A connected client. Its capabilities are known after the `initialize` request. */
export interface AcpClient {
  setCapabilities(capabilities: ClientCapabilities): void;
  supports(what: ClientCapability): boolean;
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
}

/** Optional client capabilities (ACP v1, Client Capabilities). */
export type ClientCapability = 'forms' | 'notices' | 'compaction';

export function createAcpClient(
  { methods }: typeof AcpSdk,
  connected: Promise<AgentContext>,
): AcpClient {
  const { session, elicitation } = methods.client;
  let supported: Readonly<Record<ClientCapability, boolean>> | undefined;
  return {
    setCapabilities(given) {
      supported = {
        forms: given.elicitation?.form != null,
        notices: given.session?.notices != null,
        compaction: given.session?.compaction != null,
      };
    },
    supports: (what) => supported?.[what] ?? false,
    async sendUpdate(sessionId, update) {
      await (await connected).notify(session.update, { sessionId, update });
    },
    async requestPermission(request, cancellationSignal) {
      const client = await connected;
      const options = { cancellationSignal };
      return (await client.request(session.requestPermission, request, options)).outcome;
    },
    requestInput: async (request, cancellationSignal) =>
      (await connected).request(elicitation.create, request, { cancellationSignal }),
  };
}
