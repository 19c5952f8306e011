import { expect, it } from 'vitest';
import {
  EMPTY_TIMELINE,
  sumTree,
  timelineToJson,
  type TaskTree,
  type TimelineRow,
} from '#people/view';
import { formatTaskTreeLines } from './run-text.ts';

function createTask(id: string, depth: number, rows: readonly TimelineRow[]) {
  const timeline = { ...timelineToJson(EMPTY_TIMELINE), ended: rows };
  const facts = { id, agent: id, contextId: 'c', title: `What of ${id}?`, createdAt: 0, depth };
  return { ...facts, state: 'completed', timeline } as const;
}

let generation = 0;
function row(kind: TimelineRow['kind'], to: number, more: Partial<TimelineRow> = {}): TimelineRow {
  generation += 1;
  return {
    id: `${generation}`,
    kind,
    label: kind,
    from: 0,
    to,
    generation,
    state: 'done',
    ...more,
  };
}

const asks = (label: string, note: string) => ({ label, note, asksAgent: true }) as const;

function createTree(...tasks: TaskTree['tasks']): TaskTree {
  const summed = tasks.map(({ id, agent, timeline }) => {
    return { id, agent, createdAt: 0, rows: timeline.ended };
  });
  return { tasks, totals: sumTree(summed, 0), isCut: false };
}

it('prints who asked whom, what came again, and the time and cost of each step within the width', () => {
  const tree = createTree(
    createTask('desk', 0, [
      row('turn', 78_000, { label: 'desk' }),
      row('mark', 0),
      row('task', 4000, { ...asks('sky', 'Rain?'), awaited: 'sky' }),
      row('approval', 67_000, { label: 'book', note: 'approved' }),
      row('tool', 0, { label: 'book', note: 'Oslo', state: 'lost' }),
      row('crash', 900, { label: 'process crashed', state: 'lost' }),
      row('tool', 44, { label: 'book', note: 'Oslo', attempt: 2 }),
    ]),
    createTask('sky', 1, [
      row('turn', 4000),
      row('model', 380, { note: `Rain, ${'and rain, '.repeat(20)}`, tokens: 1200, costUsd: 0.02 }),
    ]),
  );
  expect(formatTaskTreeLines(tree, 0, 72)).toEqual([
    'Run: 2 agents, 2 tasks, 1 min 18 s (1 min 6 s waiting for a person), 1,200 tokens, $0.02',
    '  desk  “What of desk?”                            1 min 18 s  $0.02',
    '    → sky  “Rain?”                                      4.0 s  $0.02',
    '      Answers  “Rain, and rain, and rain, and rai…     380 ms  $0.02',
    '    Waited for approval: book  approved             1 min 7 s',
    '    book  lost  Oslo                                     0 ms',
    '    Process crashed, another took over  book repe…     900 ms',
    '    book  attempt 2  Oslo                               44 ms',
  ]);
});

it('says which tasks are not counted', () => {
  const away = row('model', 9, { ...asks('peer/sky', 'Rain'), awaited: 'far' });
  const tree = createTree(createTask('desk', 0, [row('turn', 9), away]));
  expect(formatTaskTreeLines({ ...tree, isCut: true }, 0, 72).slice(-2)).toEqual([
    'Not counted: 1 task on other servers.',
    'Further tasks are not shown.',
  ]);
});
