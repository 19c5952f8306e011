import type { EvalRunView } from '@timestep-ai/timestep/view';
import { DenseTable, type DenseColumn } from '../../components/values/dense-table.tsx';
import { formatPercent, formatPercentagePoints } from '../../components/values/formats.ts';
import { computePassRatesByTag, type TagRate } from './rate-by-tag.ts';

interface TagTableProps {
  readonly view: EvalRunView;
  /** An earlier run of the same suite, whose pass rates are shown for comparison. */
  readonly before?: EvalRunView;
}

interface TagLine {
  readonly now: TagRate;
  readonly was: TagRate | undefined;
}

/** Pass rates by tag. Shows nothing if the tasks have no tags. */
export function TagTable({ view, before }: TagTableProps) {
  const earlier = before && computePassRatesByTag(before.tasks);
  const lines = computePassRatesByTag(view.tasks).map((now) => {
    return { now, was: earlier?.find(({ tag }) => tag === now.tag) };
  });
  if (lines.length === 0) return null;
  return (
    <section aria-label="Pass rate by tag" className="mt-4 max-w-3xl">
      <h2 className="font-semibold">Pass rate by tag</h2>
      <DenseTable
        label="Pass rates of the tags"
        columns={before ? PAIR : SINGLE}
        lines={lines}
        getKey={({ now }) => now.tag}
        empty="No tags."
      />
    </section>
  );
}

const TAG: DenseColumn<TagLine> = {
  head: 'Tag',
  isName: true,
  sortBy: ({ now }) => now.tag,
  render: ({ now }) => <bdi>{now.tag}</bdi>,
};
const TASKS: DenseColumn<TagLine> = {
  head: 'Tasks',
  isNumber: true,
  sortBy: ({ now }) => now.tasks,
  render: ({ now }) => now.tasks.toLocaleString('en'),
};
const RATE: DenseColumn<TagLine> = {
  head: 'Pass rate',
  isNumber: true,
  sortBy: ({ now }) => now.rate ?? undefined,
  render: ({ now }) => formatPercent(now.rate),
};

const SINGLE: readonly DenseColumn<TagLine>[] = [
  TAG,
  TASKS,
  {
    head: 'Passed',
    isNumber: true,
    render: ({ now }) => `${now.passed} of ${now.judged}`,
  },
  RATE,
  { head: 'Share', render: ({ now }) => <PassRateBar rate={now.rate} /> },
];

const PAIR: readonly DenseColumn<TagLine>[] = [
  TAG,
  TASKS,
  { head: 'Before', isNumber: true, render: ({ was }) => formatPercent(was?.rate) },
  { head: 'After', isNumber: true, render: ({ now }) => formatPercent(now.rate) },
  { head: 'Points', isNumber: true, render: (line) => <RateChange {...line} /> },
];

function RateChange({ now, was }: TagLine) {
  if (now.rate === null || !was || was.rate === null) return 'unknown';
  const change = now.rate - was.rate;
  const color = change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-muted';
  return <span className={color}>{formatPercentagePoints(change)}</span>;
}

/**
 * A bar whose length is the pass rate. Hidden from screen readers, because the rate also stands beside it as
 * text.
 */
function PassRateBar({ rate }: { rate: number | null }) {
  return (
    <span aria-hidden="true" className="block h-2 w-28 overflow-hidden rounded-full bg-wait">
      <span className="block h-full bg-good" style={{ width: `${(rate ?? 0) * 100}%` }} />
    </span>
  );
}
