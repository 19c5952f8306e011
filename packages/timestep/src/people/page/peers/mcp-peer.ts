import { randomUUID } from 'node:crypto';
import { omitUndefined, type JsonObject } from '#core';
import {
  callToolAndMaskResult,
  getPromptMessages,
  listServerPrompts,
  listServerResources,
  readAppDocument,
  readResource,
} from '#agents/agent-tools';
import type { AppDocument, OperatorCallResult, ServerProtocol } from '#engine/port';
import {
  APPS_CAPABILITIES,
  connectEnvironment,
  createLoginClient,
  type ConnectedEnvironment,
  type LinkChange,
} from '#protocols/mcp';
import type { McpOffer } from '#people/view';
import type { PeerLink } from './peer.ts';

/** How a user logs in: where the issuer sends the user, and how the user is sent to the issuer. */
export interface PeerLogin {
  readonly redirectUrl: string;
  readonly state: string;
  readonly visit: (address: URL) => Promise<URLSearchParams>;
}

/** A connection to an MCP server by its URL. */
export interface McpPeer {
  readonly offer: McpOffer;
  readonly environment: ConnectedEnvironment;
}

const CONNECT_TIMEOUT_MS = 20_000;

/** Connects to an MCP server and lists what it offers. Rejects with `McpError`. */
export async function connectMcpPeer(link: PeerLink, login?: PeerLogin): Promise<McpPeer> {
  const { target, recorder, signal } = link;
  let protocol: ServerProtocol | undefined;
  const client = login && createLoginClient({ server: target.url, now: Date.now, ...login });
  const environment = await connectEnvironment(
    { url: target.url },
    {
      name: new URL(target.url).host,
      headers: target.headers,
      fetch: recorder.fetch,
      patienceMs: 0,
      capabilities: APPS_CAPABILITIES,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      signal,
      onLink(change: LinkChange) {
        if (change.state === 'connected') ({ protocol } = change);
      },
      ...(client && { authProvider: client.authProvider, authorized: client.authorized }),
    },
  );
  try {
    const offer = await readServerOffer(environment, signal);
    return { offer: { ...offer, ...omitUndefined({ protocol }) }, environment };
  } catch (thrown) {
    await environment.close();
    throw thrown;
  }
}

async function readServerOffer(
  environment: ConnectedEnvironment,
  signal: AbortSignal,
): Promise<Omit<McpOffer, 'protocol'>> {
  const tools = await environment.listTools(signal);
  const [prompts, resources] = await Promise.all([
    listServerPrompts(environment),
    listServerResources(environment),
  ]);
  return {
    ...resources,
    prompts,
    malformedTools: environment.malformedTools(),
    ...omitUndefined({ instructions: environment.instructions() }),
    tools: tools.map(({ function: { name, description, parameters }, meta }) => ({
      ...omitUndefined({ name, description, meta }),
      parameters,
    })),
  };
}

/** Calls a tool outside any task. */
export function callMcpPeer(
  { environment }: McpPeer,
  { recorder }: PeerLink,
  call: { readonly tool: string; readonly arguments: JsonObject },
  signal: AbortSignal,
): Promise<OperatorCallResult> {
  const key = randomUUID();
  const invocation = { id: key, name: call.tool, arguments: call.arguments };
  const context = { key, attempt: 1, approved: true, signal };
  return callToolAndMaskResult(recorder.mask, () => environment.callTool(invocation, context));
}

export function readPeerResource(
  { environment }: McpPeer,
  uri: string,
): ReturnType<typeof readResource> {
  return readResource(environment, 'at this URL', uri);
}

export function readPeerApp({ environment }: McpPeer, uri: string): Promise<AppDocument> {
  return readAppDocument(environment, uri);
}

export function getPeerPrompt(
  { environment }: McpPeer,
  prompt: Parameters<typeof getPromptMessages>[2],
): ReturnType<typeof getPromptMessages> {
  return getPromptMessages(environment, 'at this URL', prompt);
}
