import { EMPTY_TIMELINE, type TimelineRow, listRunRows } from '@timestep-ai/timestep/view';
import { StepInspector } from '../inspector/step-inspector.tsx';
import type { LiveTask, LiveTree } from './live-tree.ts';
import { PlayBar } from './play-bar.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunTimeline } from './run-timeline.tsx';
import type { Playback } from './use-playback.ts';

type NewRow = Partial<TimelineRow> & Pick<TimelineRow, 'kind' | 'label' | 'from'>;

function createRow(row: NewRow): TimelineRow {
  return { id: `${row.kind}/${row.from}/`, generation: row.from + 3, state: 'done', ...row };
}

function createTask(id: string, depth: number, rows: readonly TimelineRow[]): LiveTask {
  const facts = {
    id,
    agent: id,
    contextId: 'c',
    title: `What does ${id} do?`,
    createdAt: 0,
    depth,
  };
  return { ...facts, timeline: EMPTY_TIMELINE, rows };
}

const mail = { label: 'send_mail', from: 1110, to: 62_400, detail: 'it sends mail' };
const TREE: LiveTree = {
  isCut: true,
  elsewhere: new Set(),
  at: 66_000,
  tasks: [
    createTask('guide', 0, [
      createRow({ kind: 'turn', label: 'guide', from: 0, state: 'running' }),
      createRow({ kind: 'model', label: 'step 1', from: 10, to: 400, attempt: 1, state: 'lost' }),
      createRow({
        kind: 'ready',
        label: 'prepares',
        note: 'the agent and its tool servers start',
        from: 0,
        to: 100,
      }),
      createRow({ kind: 'crash', label: 'process crashed', from: 400, to: 700, state: 'lost' }),
      createRow({
        kind: 'model',
        label: 'step 1',
        from: 710,
        to: 1100,
        attempt: 2,
        calls: true,
        note: 'send_mail',
        tokens: 900,
        costUsd: 0.01,
      }),
      createRow({ kind: 'approval', ...mail }),
      createRow({
        ...mail,
        kind: 'tool',
        from: 62_410,
        to: 62_500,
        state: 'failed',
        detail: 'no box',
      }),
      createRow({ kind: 'mark', label: 'limit reached: max_steps', from: 62_505, to: 62_505 }),
      createRow({
        kind: 'task',
        label: 'sky',
        note: 'Will it rain?',
        asksAgent: true,
        from: 62_510,
        state: 'running',
        awaited: 'sky',
      }),
    ]),
    createTask('sky', 1, [
      createRow({ kind: 'turn', label: 'sky', from: 62_600, state: 'running' }),
      createRow({
        kind: 'model',
        label: 'step 1',
        from: 62_610,
        to: 65_900,
        note: 'It will not rain.',
      }),
    ]),
  ],
};
const PLAYBACK: Playback = {
  at: undefined,
  isPlaying: false,
  speed: 1,
  start: 0,
  end: 66_000,
  seek() {},
  play() {},
  setSpeed() {},
};

const [FIRST] = listRunRows(TREE, new Set());

export const gallery = {
  'Run timeline': {
    everything: (
      <div className="h-96">
        <RunTimeline
          tree={TREE}
          now={66_000}
          end={66_000}
          chosen={FIRST?.key}
          onChoose={() => {}}
        />
      </div>
    ),
  },
  'Play bar': {
    'at the end': <PlayBar playback={PLAYBACK} />,
    'playing, ten times as fast': (
      <PlayBar playback={{ ...PLAYBACK, at: 12_000, isPlaying: true, speed: 10 }} />
    ),
  },
  'Run figures': {
    everything: (
      <RunFigures
        startedAt="09:12"
        totals={{
          tasks: 4,
          unknownTasks: 1,
          agents: 3,
          wallMs: 78_000,
          workMs: 10_900,
          personMs: 67_000,
          modelCalls: 11,
          toolCalls: 7,
          tokens: 48_960,
          costUsd: 0.115,
        }}
      />
    ),
  },
  'Step inspector': {
    turn: FIRST && (
      <div className="relative flex h-96">
        <StepInspector
          shown={FIRST}
          now={66_000}
          onClose={() => {}}
          step={{
            kind: 'turn',
            from: 0,
            events: [],
            agent: 'guide',
            principal: '',
            question: 'Send it.',
            answer: 'It is **sent**.',
            end: { state: 'completed', reason: 'final_answer' },
          }}
        />
      </div>
    ),
  },
};
