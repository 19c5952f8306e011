import { useQuery } from '@tanstack/react-query';
import type { StoreReport } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { FindingList } from '../../components/finding-list.tsx';
import { CopySection } from './copy-section.tsx';
import { PruneSection } from './prune-section.tsx';

/** The database of the server: how it is, its copies, and what may be deleted from it. */
export function StoreSection() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operating', 'store'],
    queryFn: ({ signal }) => read<StoreReport>('/operating/store', signal),
    // Each look is a process of its own, so that it is taken when a person asks for it.
    staleTime: Infinity,
  });
  return (
    <section aria-label="Database" className="mt-4 text-sm">
      <h2 className="text-base font-semibold">Database</h2>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="mt-1 text-muted">Examining the database…</p>}
      {data?.isKept === false && (
        <p className="mt-1 text-muted">
          This server looks after no database here: <code>timestep doctor</code>,{' '}
          <code>timestep backup</code> and <code>timestep tasks prune</code> do, beside a server.
        </p>
      )}
      {data?.isKept && (
        <>
          <FindingList findings={data.examination.findings} />
          <FactList
            facts={[{ name: 'Database', text: data.examination.place }, ...data.examination.seen]}
          />
          <Button className="mt-2" disabled={isFetching} onClick={() => void refetch()}>
            Examine again
          </Button>
          <CopySection copies={data.copies} />
          <PruneSection retention={data.retention} />
        </>
      )}
    </section>
  );
}
