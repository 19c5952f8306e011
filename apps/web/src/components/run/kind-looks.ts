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
  ready: { fill: 'bg-wait', letter: '·', name: 'Preparation' },
  mark: { fill: 'bg-muted', letter: '·', name: 'Event' },
};

export function getKindLook({
  kind,
  asksAgent,
}: Pick<TimelineRow, 'kind' | 'asksAgent'>): KindLook {
  return asksAgent && kind !== 'approval' && kind !== 'question' ? AGENT : LOOKS[kind];
}
