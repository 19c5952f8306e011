import type { StoreReport } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { FactList } from '../../components/values/facts.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FindingList } from '../../components/servers/finding-list.tsx';
import { BackupSection } from './backup-section.tsx';
import { PruneSection } from './prune-section.tsx';
import { useRead } from '../../api/queries.ts';

export function StoreSection() {
  const query = useRead<StoreReport>(
    ['operating', 'store'],
    '/operating/store',
    // The database report is not polled, because each check starts a process.
    { staleTime: Infinity },
  );
  return (
    <section aria-label="Database" className="mt-4 text-sm">
      <h2 className="text-base font-semibold">Database</h2>
      <Loaded query={query} what="the report">
        {(report) =>
          report.isKept ? (
            <>
              <FindingList findings={report.examination.findings} />
              <FactList
                facts={[
                  { name: 'Database', text: report.examination.place },
                  ...report.examination.seen,
                ]}
              />
              <Button
                className="mt-2"
                disabled={query.isFetching}
                onClick={() => void query.refetch()}
              >
                Check again
              </Button>
              <BackupSection copies={report.copies} />
              <PruneSection retention={report.retention} />
            </>
          ) : (
            <p className="mt-1 text-muted">
              This page cannot maintain the database. Use <code>timestep doctor</code>,{' '}
              <code>timestep backup</code> and <code>timestep tasks prune</code>.
            </p>
          )
        }
      </Loaded>
    </section>
  );
}
