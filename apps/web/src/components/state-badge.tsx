import type { TaskState } from '@timestep-ai/timestep/view';
import { MarkedWords, type Marked } from './marked-words.tsx';

const LOOKS: Readonly<Record<TaskState, Marked>> = {
  submitted: ['○', 'submitted', 'text-muted'],
  working: ['●', 'working', 'text-accent'],
  'input-required': ['◆', 'waits for input', 'text-warn'],
  completed: ['✓', 'completed', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  canceled: ['■', 'canceled', 'text-muted'],
  rejected: ['✕', 'rejected', 'text-bad'],
};

/** The state of a task in words; the sign and the colour only repeat them. */
export function StateBadge({ state }: { readonly state: TaskState }) {
  return <MarkedWords marked={LOOKS[state]} />;
}
