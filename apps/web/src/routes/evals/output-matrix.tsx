import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, type EvalOutputPage, type EvalOutputPair } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { OutcomeLabel } from '../../components/values/state-label.tsx';
import { TextDiff } from '../../components/values/text-diff.tsx';
import { isDifferentPair } from './different-pairs.ts';

interface OutputMatrixProps {
  readonly before: string;
  readonly after: string;
}

/** What the first trial of each task has answered in two runs, side by side, with the differences. */
export function OutputMatrix({ before, after }: OutputMatrixProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-4 rounded-lg border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer px-3 py-2 font-semibold">Answers, task by task</summary>
      {isOpen && <Outputs before={before} after={after} />}
    </details>
  );
}

function Outputs({ before, after }: OutputMatrixProps) {
  const [isAll, showAll] = useState(false);
  const query = useOutputs(before, after);
  const pairs = query.data?.pages.flatMap((page) => page.pairs) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const shown = isAll ? pairs : pairs.filter(isDifferentPair);
  if (query.error)
    return <FailureNotice message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center gap-3 px-3 py-2 text-sm">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-accent"
            checked={!isAll}
            onChange={() => showAll(!isAll)}
          />
          Only different answers
        </label>
        <span role="status" className="text-muted">
          {query.isPending
            ? 'Reading answers…'
            : `${shown.length} shown, ${pairs.length} of ${counted(total, 'task')} read`}
        </span>
        {query.hasNextPage && (
          <Button disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
            Read more tasks
          </Button>
        )}
      </div>
      <ul>
        {shown.map((pair) => (
          <li key={pair.taskId} className="border-t border-line/70 p-3">
            <OutputPair pair={pair} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function useOutputs(before: string, after: string) {
  return useInfiniteQuery({
    queryKey: ['evals', before, 'outputs', after],
    initialPageParam: 0,
    queryFn({ pageParam, signal }) {
      const parameters = new URLSearchParams({ before, after, from: String(pageParam) });
      return getJson<EvalOutputPage>(`/evals/outputs?${parameters.toString()}`, signal);
    },
    getNextPageParam(last, pages) {
      const read = pages.reduce((sum, { pairs }) => sum + pairs.length, 0);
      return read < last.total ? read : undefined;
    },
  });
}

function OutputPair({ pair: { taskId, before, after } }: { pair: EvalOutputPair }) {
  const trial = (after ?? before)?.trial ?? 0;
  return (
    <>
      <p className="text-sm">
        <Link
          to="."
          search={{ task: taskId, trial }}
          className="font-mono text-accent hover:underline"
          resetScroll={false}
        >
          <bdi>{taskId}</bdi>
        </Link>
      </p>
      <div className="mt-1.5 grid gap-3 text-sm md:grid-cols-2">
        {[before, after].map((output, place) => (
          <div key={place === 0 ? 'before' : 'after'} className="min-w-0">
            <p className="text-xs text-muted">
              {place === 0 ? 'Before' : 'After'}{' '}
              {output && <OutcomeLabel outcome={output.verdict} />}
            </p>
            {place === 1 && before && after ? (
              <TextDiff before={before.text} after={after.text} />
            ) : (
              <p className="break-words whitespace-pre-wrap">
                {output ? output.text || 'no answer' : 'not run'}
              </p>
            )}
          </div>
        ))}
      </div>
    </>
  );
}
