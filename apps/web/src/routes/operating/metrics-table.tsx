import type { MeasuredSeries } from '@timestep-ai/timestep/view';
import { Table } from '../../components/values/table.tsx';
import { formatSeriesValue } from './samples.ts';

export function MetricsTable({ measured }: { measured: readonly MeasuredSeries[] }) {
  return (
    <section aria-label="Metrics" className="mt-4">
      <h2 className="font-semibold">Metrics</h2>
      {measured.length === 0 ? (
        <p className="mt-1 text-sm text-muted">No metrics yet: send a message to an agent.</p>
      ) : (
        <div className="mt-1 overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
          <Table
            heads={['Metric', 'Labels', 'Count', 'Mean or sum']}
            rows={measured.map((series) => [
              <>
                {series.about}
                <br />
                <code className="text-xs text-muted">{series.name}</code>
              </>,
              <span className="break-all">{Object.values(series.labels).join(', ')}</span>,
              series.count.toLocaleString('en'),
              <span className="whitespace-nowrap">{formatSeriesValue(series)}</span>,
            ])}
          />
        </div>
      )}
    </section>
  );
}
