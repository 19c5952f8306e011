import type { TimelineRow } from '@timestep-ai/timestep/view';
import { flattenRows } from './nested-rows.ts';
import { Waterfall } from './waterfall.tsx';

export const title = 'Waterfall';

function createRow(
  more: Partial<TimelineRow> & Pick<TimelineRow, 'kind' | 'label' | 'from'>,
): TimelineRow {
  return { id: `${more.from}`, generation: more.from, state: 'done', ...more };
}

const ROWS: readonly TimelineRow[] = [
  createRow({ kind: 'turn', label: 'guide', from: 0, state: 'running' }),
  createRow({ kind: 'model', label: 'step 1', from: 10, to: 400, attempt: 1, state: 'lost' }),
  createRow({ kind: 'mark', label: 'resumed after a crash', from: 700, to: 700 }),
  createRow({ kind: 'model', label: 'step 1', from: 710, to: 1100, attempt: 2 }),
  createRow({
    kind: 'approval',
    label: 'send_mail',
    from: 1110,
    to: 2400,
    detail: 'it sends mail',
  }),
  createRow({
    kind: 'tool',
    label: 'send_mail',
    from: 2410,
    to: 2500,
    state: 'failed',
    detail: 'no such box',
  }),
  createRow({ kind: 'task', label: 'call_agent', from: 2510, state: 'running', awaited: 't2' }),
];

const BELOW: readonly TimelineRow[] = [
  createRow({ kind: 'turn', label: 'other', from: 2600, state: 'running' }),
  createRow({ kind: 'model', label: 'step 1', from: 2610, to: 2900 }),
];

export const states = {
  everything: (
    <div className="h-80">
      <Waterfall
        rows={flattenRows(ROWS, new Map([['t2', { rows: BELOW }]]), ['t1'])}
        now={3000}
        onToggle={() => undefined}
        onOpen={() => undefined}
      />
    </div>
  ),
};
