import { useQueryClient } from '@tanstack/react-query';
import type { PeerState } from '@timestep-ai/timestep/view';
import { useRead, useSend } from '../../api/queries.ts';

const FAST_MS = 500;
const USUAL_MS = 2000;

export function getPeerApiPath(id: string, part = ''): string {
  return `/peers/${encodeURIComponent(id)}${part}`;
}

/** Polls a connection to a server or an agent, because messages arrive while its requests run. */
export function usePeer(id: string) {
  return useRead<PeerState>(['peers', id], getPeerApiPath(id), {
    refetchInterval: ({ state }) => (isConnectingOrVisiting(state.data) ? FAST_MS : USUAL_MS),
  });
}

function isConnectingOrVisiting(peer: PeerState | undefined): boolean {
  return peer?.state === 'connecting' || peer?.state === 'visiting';
}

/** Returns a mutation that sends an action over a connection, then reads the connection's state again. */
export function usePeerAction<Body, Answer = unknown>(id: string, part: string) {
  const queries = useQueryClient();
  return useSend<Body, Answer>('POST', getPeerApiPath(id, part), {
    onSettled: () => queries.invalidateQueries({ queryKey: ['peers', id] }),
  });
}
