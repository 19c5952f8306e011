import type { ServerState, TaskState } from '@timestep-ai/timestep/view';

/** Symbol, text and color of a state. Symbol and color only repeat the text. */
type Look = readonly [mark: string, text: string, color: string];
type Looks<State extends string> = Readonly<Record<State, Look>>;

export const OUTCOMES = {
  passed: ['✓', 'passed', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  error: ['!', 'errored', 'text-warn'],
  skipped: ['–', 'skipped', 'text-muted'],
  better: ['▲', 'better', 'text-good'],
  worse: ['▼', 'worse', 'text-bad'],
  unpaired: ['·', 'not comparable', 'text-muted'],
  missing: ['·', 'not run', 'text-muted'],
} as const satisfies Looks<string>;

/** Result of a trial or grade, or the change of a trial between two runs. */
export type Outcome = keyof typeof OUTCOMES;

const TASK_STATES: Looks<TaskState> = {
  submitted: ['○', 'submitted', 'text-muted'],
  working: ['●', 'running', 'text-accent'],
  'input-required': ['◆', 'waiting for input', 'text-warn'],
  completed: ['✓', 'completed', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  canceled: ['■', 'canceled', 'text-muted'],
  rejected: ['✕', 'rejected', 'text-bad'],
};

const SERVER_STATES: Looks<ServerState> = {
  idle: ['○', 'not connected yet', 'text-muted'],
  connecting: ['◐', 'connecting', 'text-accent'],
  connected: ['●', 'connected', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  'left-out': ['✕', 'unavailable', 'text-bad'],
  disabled: ['–', 'disabled', 'text-muted'],
};

export function TaskStateLabel({ state }: { state: TaskState }) {
  return <StateLabel<TaskState> looks={TASK_STATES} state={state} />;
}

/** The state of a task on a background of its color. */
export function TaskStatePill({ state }: { state: TaskState }) {
  const [mark, text, color] = TASK_STATES[state];
  return (
    <span
      className={`relative inline-flex items-center gap-1 overflow-hidden rounded-full px-2 text-sm font-medium whitespace-nowrap ${color}`}
    >
      <span aria-hidden="true" className="absolute inset-0 bg-current opacity-10" />
      <span aria-hidden="true">{mark}</span>
      {text}
    </span>
  );
}

export function ServerStateLabel({ state }: { state: ServerState }) {
  return <StateLabel<ServerState> looks={SERVER_STATES} state={state} />;
}

export function OutcomeLabel({ outcome }: { outcome: Outcome }) {
  return <StateLabel<Outcome> looks={OUTCOMES} state={outcome} />;
}

function StateLabel<State extends string>({ looks, state }: { looks: Looks<State>; state: State }) {
  const [mark, text, color] = looks[state];
  return (
    <span className={`inline-flex items-center gap-1 text-sm whitespace-nowrap ${color}`}>
      <span aria-hidden="true">{mark}</span>
      {text}
    </span>
  );
}
