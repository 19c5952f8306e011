import { randomUUID } from 'node:crypto';
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from '#protocols/http';
import type { PeerKind } from '#people/view';
import type { ConnectedPeer } from './connected-peer.ts';
import type { PeerTarget } from './peer.ts';

/** The connections that operators have opened by URL. Each belongs to the operator who opened it. */
export interface Peers {
  open(caller: string, target: PeerTarget, kind: PeerKind | undefined): Promise<ConnectedPeer>;
  get(caller: string, id: string): ConnectedPeer | undefined;
  list(caller: string): readonly ConnectedPeer[];
  /** Replaces a connection by another one with more credentials, under the same id. */
  replace(peer: ConnectedPeer, target: PeerTarget): Promise<ConnectedPeer>;
  remove(peer: ConnectedPeer): Promise<void>;
  close(): Promise<void>;
}

/** Maximum connections of all operators; the oldest is closed. */
const MOST_PEERS = 32;
const IDLE_MS = 15 * 60_000;

export function createPeerConnections(guard: SafeFetchOptions, now: () => number): Peers {
  const peers = new Map<string, { readonly peer: ConnectedPeer; usedAt: number }>();
  let safe: SafeFetch | undefined;
  const fetch: SafeFetch['fetch'] = (url, init) =>
    (safe ??= createSafeFetch(guard)).fetch(url, init);

  function storePeer(peer: ConnectedPeer): ConnectedPeer {
    peers.set(peer.id, { peer, usedAt: now() });
    return peer;
  }

  async function remove({ id }: ConnectedPeer): Promise<void> {
    const found = peers.get(id);
    peers.delete(id);
    await found?.peer.close();
  }

  /** Closes connections that no operator has looked at for long, and the oldest if there are too many. */
  function closeUnusedAndExcessPeers(): void {
    const oldestFirst = [...peers.values()].toSorted((one, other) => one.usedAt - other.usedAt);
    const excess = Math.max(0, peers.size - MOST_PEERS + 1);
    oldestFirst.forEach(({ peer, usedAt }, index) => {
      if (index < excess || usedAt < now() - IDLE_MS) void remove(peer).catch(() => undefined);
    });
  }

  return {
    async open(caller, target, kind) {
      // The MCP and A2A clients are loaded on demand, because most servers open no such connection.
      const { createUnconnectedPeer } = await import('./peer-clients.ts');
      closeUnusedAndExcessPeers();
      return storePeer(createUnconnectedPeer({ id: randomUUID(), caller, target, kind, fetch }));
    },
    get(caller, id) {
      const found = peers.get(id);
      if (found?.peer.caller !== caller) return undefined;
      found.usedAt = now();
      return found.peer;
    },
    list: (caller) =>
      [...peers.values()].map(({ peer }) => peer).filter((peer) => peer.caller === caller),
    async replace(peer, target) {
      const { id, caller } = peer;
      const { kind } = peer.describe();
      const { createUnconnectedPeer } = await import('./peer-clients.ts');
      await remove(peer);
      return storePeer(createUnconnectedPeer({ id, caller, target, kind, fetch }));
    },
    remove,
    async close() {
      await Promise.all([...peers.values()].map(({ peer }) => peer.close()));
      peers.clear();
      await safe?.close();
    },
  };
}
