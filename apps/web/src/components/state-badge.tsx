import type { TaskState } from '@timestep-ai/timestep/view';
import { StateLabel, type StateLabelContent } from './state-label.tsx';

const LOOKS: Readonly<Record<TaskState, StateLabelContent>> = {
  submitted: ['○', 'submitted', 'text-muted'],
  working: ['●', 'running', 'text-accent'],
  'input-required': ['◆', 'waiting for input', 'text-warn'],
  completed: ['✓', 'completed', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  canceled: ['■', 'canceled', 'text-muted'],
  rejected: ['✕', 'rejected', 'text-bad'],
};

/** The state of a task as text. The symbol and the color repeat the meaning. */
export function StateBadge({ state }: { readonly state: TaskState }) {
  return <StateLabel marked={LOOKS[state]} />;
}
