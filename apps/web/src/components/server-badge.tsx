import type { ServerState } from '@timestep-ai/timestep/view';
import { MarkedWords, type Marked } from './marked-words.tsx';

const LOOKS: Readonly<Record<ServerState, Marked>> = {
  idle: ['○', 'not connected yet', 'text-muted'],
  connecting: ['◐', 'starting', 'text-accent'],
  connected: ['●', 'connected', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  'left-out': ['✕', 'left out', 'text-bad'],
  disabled: ['–', 'switched off', 'text-muted'],
};

/** The state of a server in words; the sign and the colour only repeat them. */
export function ServerBadge({ state }: { readonly state: ServerState }) {
  return <MarkedWords marked={LOOKS[state]} />;
}
