import type { TimelineRow } from '@timestep-ai/timestep/view';

/** How rows of one kind are drawn: the color, and a letter for users who cannot see colors. */
interface KindLook {
  readonly fill: string;
  readonly letter: string;
  readonly name: string;
}

const AGENT: KindLook = { fill: 'bg-agent', letter: 'A', name: 'Agent' };
const PERSON: KindLook = { fill: 'bg-person', letter: 'P', name: 'Person' };

const LOOKS: Readonly<Record<TimelineRow['kind'], KindLook>> = {
  turn: AGENT,
  task: AGENT,
  model: { fill: 'bg-model', letter: 'M', name: 'Model' },
  tool: { fill: 'bg-tool', letter: 'T', name: 'Tool' },
  client: { fill: 'bg-tool', letter: 'C', name: 'Client' },
  approval: PERSON,
  question: PERSON,
  crash: { fill: 'bg-bad', letter: '!', name: 'Crash' },
  mark: { fill: 'bg-muted', letter: '·', name: 'Event' },
};

export function getKindLook({
  kind,
  asksAgent,
}: Pick<TimelineRow, 'kind' | 'asksAgent'>): KindLook {
  return asksAgent && kind !== 'approval' && kind !== 'question' ? AGENT : LOOKS[kind];
}

/**
 * Returns the displayed name of a row: what happened, in one or two words. `asked` is the name of
 * the called agent, if known.
 */
export function getRowName(row: TimelineRow, asked?: string): string {
  const { kind, label, state, calls, asksAgent } = row;
  switch (kind) {
    case 'model':
      if (state === 'running') return 'Thinks';
      return state === 'done' ? (calls ? 'Decides' : 'Answers') : 'Model';
    case 'approval':
      return `Waits for approval: ${label}`;
    case 'question':
      return label === 'asks' ? 'Waits for an answer' : `Waits for an answer: ${label}`;
    case 'crash':
      return label === 'process gone' ? 'Process gone, taken over' : label;
    case 'client':
      return asksAgent ? `→ ${asked ?? label}` : `${label} in the client`;
    case 'tool':
    case 'task':
      return asksAgent ? `→ ${asked ?? label}` : label;
    case 'turn':
    case 'mark':
      return label;
  }
}
