import type { TimelineRow } from '@timestep-ai/timestep/view';
import { nestedRows } from './nested-rows.ts';
import { Waterfall } from './waterfall.tsx';

export const title = 'Waterfall';

function row(
  more: Partial<TimelineRow> & Pick<TimelineRow, 'kind' | 'label' | 'from'>,
): TimelineRow {
  return { id: `${more.from}`, generation: more.from, state: 'done', ...more };
}

const ROWS: readonly TimelineRow[] = [
  row({ kind: 'turn', label: 'guide', from: 0, state: 'running' }),
  row({ kind: 'model', label: 'step 1', from: 10, to: 400, attempt: 1, state: 'lost' }),
  row({ kind: 'mark', label: 'resumed after a crash', from: 700, to: 700 }),
  row({ kind: 'model', label: 'step 1', from: 710, to: 1100, attempt: 2 }),
  row({ kind: 'approval', label: 'send_mail', from: 1110, to: 2400, detail: 'it sends mail' }),
  row({
    kind: 'tool',
    label: 'send_mail',
    from: 2410,
    to: 2500,
    state: 'failed',
    detail: 'no such box',
  }),
  row({ kind: 'task', label: 'call_agent', from: 2510, state: 'running', awaited: 't2' }),
];

const BELOW: readonly TimelineRow[] = [
  row({ kind: 'turn', label: 'other', from: 2600, state: 'running' }),
  row({ kind: 'model', label: 'step 1', from: 2610, to: 2900 }),
];

export const states = {
  everything: (
    <div className="h-80">
      <Waterfall
        rows={nestedRows(ROWS, new Map([['t2', { rows: BELOW }]]), ['t1'])}
        now={3000}
        onToggle={() => undefined}
        onOpen={() => undefined}
      />
    </div>
  ),
};
