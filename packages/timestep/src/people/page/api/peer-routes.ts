import { addAppFrame, requireAppFrames } from '../apps/add-app-frame.ts';
import { requireFlag, requireObject, type Fields } from '#core';
import type { PeerState } from '#people/view';
import type { ConnectedPeer } from '../peers/connected-peer.ts';
import type { A2AClient } from '#protocols/a2a';
import type { McpPeer } from '../peers/mcp-peer.ts';
import { readPeerQuestion, readPeerToConnect, readTextMap } from '../peers/read-peer-requests.ts';
import { readPromptArguments } from '../environments/read-server-requests.ts';
import {
  ApiError,
  refuseOnError,
  requireNonEmptyText,
  type ApiCall,
  type ApiHandler,
  type ApiRoutes,
} from './api-route.ts';

const PEER = '/peers/:id';

/** Connections to MCP servers and A2A agents by URL. Each operator sees only those of his own. */
export const PEER_ROUTES: ApiRoutes = {
  'GET /peers': ({ context }) =>
    context.peers.list(context.caller).map((peer) => {
      const { id, url, kind, state } = peer.describe();
      return { id, url, kind, state };
    }),
  'POST /peers': async ({ context, readFields }) => {
    const body = await readFields('{"url","kind","headers":{NAME: TEXT}}');
    const { target, kind } = readPeerToConnect(body);
    const peer = await context.peers.open(context.caller, target, kind);
    void peer.connect();
    return { id: peer.id };
  },
  'POST /peers/login': async ({ context, readFields }) => {
    const query = new URLSearchParams(requireNonEmptyText(await readFields('{"query"}'), 'query'));
    const peer = context.peers.list(context.caller).find((one) => one.finishLogin(query));
    if (peer) return { id: peer.id };
    const message = 'no login waits for this response: connect to the server again';
    throw new ApiError(404, 'no-login', message);
  },
  [`GET ${PEER}`]: withPeer(({ peer }): PeerState => peer.describe()),
  [`DELETE ${PEER}`]: withPeer(async ({ peer, context }) => {
    await context.peers.remove(peer);
    return {};
  }),
  [`GET ${PEER}/exchanges/:number`]: withPeer(({ peer, param }) => {
    const found = peer.link.recorder.find(Number(param('number')));
    if (found) return found;
    throw new ApiError(
      404,
      'exchange-not-found',
      'this message is no longer stored: the server stores only the newest messages',
    );
  }),
  [`POST ${PEER}/connect`]: withPeer(async ({ peer, context, readFields }) => {
    const credentials = readTextMap(
      await readFields('{"credentials":{NAME: TEXT}}'),
      'credentials',
    );
    const { target } = peer.link;
    const next = await context.peers.replace(peer, {
      ...target,
      credentials: { ...target.credentials, ...credentials },
    });
    void next.connect();
    return {};
  }),
  [`POST ${PEER}/login`]: withPeer(({ peer, request }) => {
    void peer.connect(requireRedirectUrl(request));
    return {};
  }),
  [`POST ${PEER}/call`]: withBody('{"tool","arguments":{…}}', async ({ peer, body, request }) => {
    const { callMcpPeer } = await import('../peers/peer-clients.ts');
    const { object } = requireObject(body, 'arguments');
    const call = { tool: requireNonEmptyText(body, 'tool'), arguments: object };
    const begun = performance.now();
    const result = await callMcpPeer(requireMcp(peer), peer.link, call, request.signal);
    return { kind: 'done', result, tookMs: Math.round(performance.now() - begun) };
  }),
  [`POST ${PEER}/app`]: withBody('{"uri"}', async ({ peer, body, context }) => {
    const frames = requireAppFrames(context);
    const { readPeerApp } = await import('../peers/peer-clients.ts');
    const app = await readPeerApp(requireMcp(peer), requireNonEmptyText(body, 'uri'));
    return addAppFrame(frames, app);
  }),
  [`POST ${PEER}/app-call`]: withBody(
    '{"tool","arguments":{…},"isByApp"}',
    async ({ peer, body, request }) => {
      const { callToolForApp } = await import('../peers/peer-clients.ts');
      const { object } = requireObject(body, 'arguments');
      const tool = requireNonEmptyText(body, 'tool');
      const call = { tool, arguments: object, isByApp: requireFlag(body, 'isByApp') };
      return callToolForApp(requireMcp(peer), peer.link, call, request.signal);
    },
  ),
  [`POST ${PEER}/prompt`]: withBody('{"name","arguments":{…}}', async ({ peer, body }) => {
    const { getPeerPrompt } = await import('../peers/peer-clients.ts');
    const name = requireNonEmptyText(body, 'name');
    return getPeerPrompt(requireMcp(peer), { name, arguments: readPromptArguments(body) });
  }),
  [`POST ${PEER}/resource`]: withBody('{"uri"}', async ({ peer, body }) => {
    const { readPeerResource } = await import('../peers/peer-clients.ts');
    return readPeerResource(requireMcp(peer), requireNonEmptyText(body, 'uri'));
  }),
  [`POST ${PEER}/message`]: withBody('{"text","contextId","taskId"}', async (call) => {
    const { askA2APeer } = await import('../peers/peer-clients.ts');
    const { peer, body, request } = call;
    return askA2APeer(requireA2A(peer), readPeerQuestion(body), request.signal);
  }),
};

type PeerCall = ApiCall & { readonly peer: ConnectedPeer };

function withPeer(handler: (call: PeerCall) => unknown): ApiHandler {
  return (call) =>
    refuseOnError(
      async () => {
        const peer = call.context.peers.get(call.context.caller, call.param('id'));
        if (peer) return handler({ ...call, peer });
        const message = 'the connection is closed: connect to the server again';
        throw new ApiError(404, 'peer-not-found', message);
      },
      { getStatus: () => 502 },
    );
}

function withBody(
  expected: string,
  handler: (call: PeerCall & { readonly body: Fields }) => unknown,
): ApiHandler {
  return withPeer(async (call) => handler({ ...call, body: await call.readFields(expected) }));
}

function requireMcp(peer: ConnectedPeer): McpPeer {
  const mcp = peer.mcp();
  if (mcp) return mcp;
  throw new ApiError(409, 'not-connected', 'there is no connected MCP server at this URL');
}

function requireA2A(peer: ConnectedPeer): A2AClient {
  const client = peer.a2a()?.client;
  if (client) return client;
  throw new ApiError(409, 'not-connected', 'there is no usable A2A agent at this URL');
}

/**
 * Returns the URL of the page's view to which issuers redirect after a login. Its origin is the header
 * `Origin`, which browsers send with each POST.
 */
function requireRedirectUrl({ headers }: Request): string {
  const origin = headers.get('origin');
  if (origin !== null && URL.canParse(origin)) return `${origin}/ui/agents/connect/login`;
  throw new ApiError(400, 'no-origin', 'a login can be started only in a browser');
}
