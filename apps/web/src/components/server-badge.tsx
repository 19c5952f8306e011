import type { ServerState } from '@timestep-ai/timestep/view';
import { StateLabel, type StateLabelContent } from './state-label.tsx';

const LOOKS: Readonly<Record<ServerState, StateLabelContent>> = {
  idle: ['○', 'not connected yet', 'text-muted'],
  connecting: ['◐', 'connecting', 'text-accent'],
  connected: ['●', 'connected', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  'left-out': ['✕', 'unavailable', 'text-bad'],
  disabled: ['–', 'disabled', 'text-muted'],
};

/** The connection state of an MCP server as text. The symbol and the color repeat the meaning. */
export function ServerBadge({ state }: { readonly state: ServerState }) {
  return <StateLabel marked={LOOKS[state]} />;
}
