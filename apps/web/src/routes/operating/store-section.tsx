import type { StoreReport } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { FactList } from '../../components/values/facts.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { FindingList } from '../../components/servers/finding-list.tsx';
import { BackupSection } from './backup-section.tsx';
import { PruneSection } from './prune-section.tsx';
import { useRead } from '../../api/queries.ts';

export function StoreSection() {
  const { data, error, isFetching, refetch } = useRead<StoreReport>(
    ['operating', 'store'],
    '/operating/store',
    // The database report is not polled, because each check starts a process.
    { staleTime: Infinity },
  );
  return (
    <section aria-label="Database" className="mt-4 text-sm">
      <h2 className="text-base font-semibold">Database</h2>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="mt-1 text-muted">Checking the database…</p>}
      {data?.isKept === false && (
        <p className="mt-1 text-muted">
          This page cannot maintain the database. Use <code>timestep doctor</code>,{' '}
          <code>timestep backup</code> and <code>timestep tasks prune</code>.
        </p>
      )}
      {data?.isKept && (
        <>
          <FindingList findings={data.examination.findings} />
          <FactList
            facts={[{ name: 'Database', text: data.examination.place }, ...data.examination.seen]}
          />
          <Button className="mt-2" disabled={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
          <BackupSection copies={data.copies} />
          <PruneSection retention={data.retention} />
        </>
      )}
    </section>
  );
}
