import { TimestepError } from '#core';
import type { PeerKind, PeerState } from '#people/view';
import type { A2APeer } from './a2a-peer.ts';
import { getLoginStep } from './login-steps.ts';
import type { McpPeer } from './mcp-peer.ts';
import type { PeerLink, PeerTarget } from './peer.ts';
import {
  detectKindAndConnect,
  describePeer,
  isPeerUnauthorized,
  type PeerMemory,
} from './peer-memory.ts';
import { createExchangeRecorder, type StoredExchange } from './record-exchanges.ts';
import { createWaitingLogin, toPeerLogin } from './waiting-login.ts';

/** A connection to a URL, and what has passed over it. */
export interface ConnectedPeer {
  readonly id: string;
  readonly caller: string;
  readonly link: PeerLink;
  readonly describe: () => PeerState;
  readonly mcp: () => McpPeer | undefined;
  readonly a2a: () => A2APeer | undefined;
  /** Connects, after a login at an issuer that redirects to a URL, if given. Never rejects. */
  readonly connect: (redirectUrl?: string) => Promise<void>;
  /** Continues the login to which the query of a redirect belongs. False if it belongs to another one. */
  readonly finishLogin: (query: URLSearchParams) => boolean;
  readonly close: () => Promise<void>;
}

interface PeerOptions {
  readonly id: string;
  readonly caller: string;
  readonly kind: PeerKind | undefined;
  readonly target: PeerTarget;
  readonly fetch: PeerLink['recorder']['fetch'];
}

export function createUnconnectedPeer(options: PeerOptions): ConnectedPeer {
  const { id, caller, target, kind, fetch } = options;
  const ending = new AbortController();
  const recorder = createExchangeRecorder({
    fetch,
    now: Date.now,
    secrets: [...Object.values(target.headers), ...Object.values(target.credentials)],
    getPurpose,
  });
  const link = { target, recorder, signal: ending.signal };
  const memory: PeerMemory = { kind, state: 'connecting' };

  /** Closes what the previous connection of this peer opened, including its unfinished login. */
  async function closeEarlierConnection(): Promise<void> {
    const { mcp, login } = memory;
    memory.mcp = undefined;
    login?.back.reject(new TimestepError('closed', 'the connection was closed: connect again'));
    await mcp?.environment.close();
  }

  return {
    id,
    caller,
    link,
    describe: () => describePeer(memory, id, link),
    mcp: () => memory.mcp,
    a2a: () => memory.a2a,
    async connect(redirectUrl) {
      await closeEarlierConnection();
      Object.assign(memory, { state: 'connecting', why: undefined });
      const waiting = redirectUrl === undefined ? undefined : createWaitingLogin();
      if (waiting) memory.login = waiting;
      const onVisit = (): void => void (memory.state = 'visiting');
      try {
        await detectKindAndConnect(
          memory,
          link,
          waiting && toPeerLogin(waiting, redirectUrl ?? '', onVisit),
        );
        memory.state = 'ready';
      } catch (thrown) {
        memory.state =
          isPeerUnauthorized(thrown) && memory.kind === 'mcp' && !waiting ? 'login' : 'failed';
        memory.why = recorder.mask(thrown instanceof Error ? thrown.message : String(thrown));
      } finally {
        if (waiting) waiting.isOver = true;
      }
    },
    finishLogin(query) {
      const { login } = memory;
      if (!login || login.isOver || query.get('state') !== login.state) return false;
      memory.state = 'connecting';
      login.back.resolve(query);
      return true;
    },
    async close() {
      ending.abort(new TimestepError('closed', 'the connection was closed: connect again'));
      await closeEarlierConnection();
    },
  };
}

function getPurpose(exchange: StoredExchange): 'card' | 'protocol' | 'login' {
  if (getLoginStep(exchange)) return 'login';
  const path = URL.parse(exchange.url)?.pathname ?? '';
  return exchange.method === 'GET' && path.endsWith('.json') ? 'card' : 'protocol';
}
