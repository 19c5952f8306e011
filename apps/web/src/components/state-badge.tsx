import type { TaskState } from 'timestep/view';

const LOOKS: Readonly<Record<TaskState, readonly [mark: string, words: string, look: string]>> = {
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
  const [mark, words, look] = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1 text-sm whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {words}
    </span>
  );
}
