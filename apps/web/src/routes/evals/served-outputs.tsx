import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EvalOutputPage } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { OutputList } from './output-list.tsx';

interface ServedOutputsProps {
  readonly before: string;
  readonly after: string;
}

/** The answers of two runs, which the server reads from their transcripts. */
export function ServedOutputs({ before, after }: ServedOutputsProps) {
  const query = useOutputs(before, after);
  if (query.error)
    return <FailureNotice message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <OutputList
      pairs={query.data?.pages.flatMap((page) => page.pairs) ?? []}
      total={query.data?.pages[0]?.total ?? 0}
      isReading={query.isFetching}
      onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      renderTask={(task, trial) => (
        <Link
          to="."
          search={{ task, trial }}
          className="font-mono text-accent hover:underline"
          resetScroll={false}
        >
          <bdi>{task}</bdi>
        </Link>
      )}
    />
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
