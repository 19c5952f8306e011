import type { TimelineRow } from '@timestep-ai/timestep/view';
import { CallGraphView, type GraphArrow } from './call-graph-view.tsx';
import { flattenRows } from './nested-rows.ts';
import { Waterfall } from './waterfall.tsx';

const BOXES = ['guide', 'weather', 'booking', 'payment'].map((id) => ({ id, name: id }));
const ARROWS: readonly GraphArrow[] = [
  { from: 'guide', to: 'weather', look: 'working', live: '2 running' },
  { from: 'guide', to: 'booking', look: 'waiting', live: '1 waiting' },
  { from: 'booking', to: 'payment', look: 'seen' },
  { from: 'payment', to: 'guide', look: 'quiet' },
];
const graph = { boxes: BOXES, arrows: ARROWS, onChoose: () => {} };

const MANY = Array.from({ length: 100 }, (_, at) => ({ id: `a${at}`, name: `agent ${at}` }));

const TREE = MANY.slice(1).map(({ id }, at): GraphArrow => {
  return { from: `a${Math.floor(at / 4)}`, to: id, look: 'quiet' };
});

type NewRow = Partial<TimelineRow> & Pick<TimelineRow, 'kind' | 'label' | 'from'>;

function createRow(row: NewRow): TimelineRow {
  return { id: `${row.from}`, generation: row.from, state: 'done', ...row };
}

const mail = { label: 'send_mail', from: 1110, to: 2400, detail: 'it sends mail' };
const ROWS: readonly TimelineRow[] = [
  createRow({ kind: 'turn', label: 'guide', from: 0, state: 'running' }),
  createRow({ kind: 'model', label: 'step 1', from: 10, to: 400, attempt: 1, state: 'lost' }),
  createRow({ kind: 'mark', label: 'resumed after a crash', from: 700, to: 700 }),
  createRow({ kind: 'model', label: 'step 1', from: 710, to: 1100, attempt: 2 }),
  createRow({ kind: 'approval', ...mail }),
  createRow({ ...mail, kind: 'tool', from: 2410, to: 2500, state: 'failed', detail: 'no box' }),
  createRow({ kind: 'task', label: 'call_agent', from: 2510, state: 'running', awaited: 't2' }),
];
const BELOW: readonly TimelineRow[] = [
  createRow({ kind: 'turn', label: 'other', from: 2600, state: 'running' }),
  createRow({ kind: 'model', label: 'step 1', from: 2610, to: 2900 }),
];

export const gallery = {
  'Call graph': {
    'active calls': <CallGraphView {...graph} label="Active calls" />,
    'with a selected agent': <CallGraphView {...graph} label="Calls of one" chosen="booking" />,
    'a hundred agents': <CallGraphView {...graph} label="A tree" boxes={MANY} arrows={TREE} />,
  },
  Waterfall: {
    everything: (
      <div className="h-80">
        <Waterfall
          rows={flattenRows(ROWS, new Map([['t2', { rows: BELOW }]]), ['t1'])}
          now={3000}
          onToggle={() => {}}
          onOpen={() => {}}
        />
      </div>
    ),
  },
};
