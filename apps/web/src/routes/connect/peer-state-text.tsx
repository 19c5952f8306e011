import type { PeerState } from '@timestep-ai/timestep/view';

const KINDS = { mcp: 'MCP server', a2a: 'A2A agent' };

const STATES: Readonly<Record<PeerState['state'], readonly [words: string, look: string]>> = {
  connecting: ['◐ connecting', 'text-accent'],
  ready: ['● connected', 'text-good'],
  login: ['◆ requires a login', 'text-warn'],
  visiting: ['◆ waits for your login', 'text-warn'],
  failed: ['✕ failed', 'text-bad'],
};

export function PeerStateText({ peer }: { peer: Pick<PeerState, 'kind' | 'state'> }) {
  const [words, look] = STATES[peer.state];
  return (
    <span className="whitespace-nowrap">
      {peer.kind && <span className="text-muted">{KINDS[peer.kind]}, </span>}
      <span className={look}>{words}</span>
    </span>
  );
}
