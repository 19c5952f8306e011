import { TimestepError, omitUndefined } from '#core';
import { maskValue } from '#agents/agent-tools';
import type { PeerState } from '#people/view';
import { tryConnectA2APeer, type A2APeer } from './a2a-peer.ts';
import { listLoginSteps } from './login-steps.ts';
import { connectMcpPeer, type McpPeer, type PeerLogin } from './mcp-peer.ts';
import type { PeerLink } from './peer.ts';
import type { WaitingLogin } from './waiting-login.ts';

/** The state of an operator's connection to a URL, with the client that is connected. */
export interface PeerMemory {
  kind: PeerState['kind'];
  state: PeerState['state'];
  why?: string | undefined;
  mcp?: McpPeer | undefined;
  a2a?: A2APeer;
  login?: WaitingLogin;
}

/**
 * Connects to a URL. If its kind is unknown, a valid agent card makes it an A2A agent, otherwise MCP is
 * tried.
 */
export async function detectKindAndConnect(
  memory: PeerMemory,
  link: PeerLink,
  login?: PeerLogin,
): Promise<void> {
  if (memory.kind !== 'mcp') {
    const a2a = await tryConnectA2APeer(link);
    memory.a2a = a2a;
    if (a2a.offer) {
      memory.kind = 'a2a';
      return;
    }
    if (memory.kind === 'a2a') {
      throw new TimestepError('not-an-agent', a2a.why ?? 'there is no agent card');
    }
  }
  const isGuess = memory.kind === undefined;
  try {
    memory.mcp = await connectMcpPeer(link, login);
    memory.kind = 'mcp';
  } catch (thrown) {
    if (isPeerUnauthorized(thrown)) memory.kind = 'mcp';
    if (!isGuess || isPeerUnauthorized(thrown)) throw thrown;
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `no A2A agent: ${memory.a2a?.why ?? ''}; and no MCP server: ${said}`;
    throw new TimestepError('unknown-peer', message);
  }
}

export function isPeerUnauthorized(thrown: unknown): boolean {
  return TimestepError.isInstance(thrown) && thrown.code === 'unauthorized';
}

/** Describes a connection for its operator, without secrets. */
export function describePeer(memory: PeerMemory, id: string, link: PeerLink): PeerState {
  const { kind, state, login, mcp, a2a, why = a2a?.why } = memory;
  const { recorder, target } = link;
  const { mask } = recorder;
  const address = login?.address?.href;
  const isVisiting = state === 'visiting';
  const visit = address === undefined ? undefined : { address, isOver: !isVisiting };
  return {
    id,
    url: target.url,
    state,
    ...omitUndefined({
      kind,
      why,
      loginUrl: isVisiting ? address : undefined,
      mcp: mcp && maskValue(mcp.offer, mask),
      a2a: a2a?.offer && maskValue(a2a.offer, mask),
    }),
    steps: maskValue(listLoginSteps(recorder.stored(), visit), mask),
    exchanges: recorder.list(),
  };
}
