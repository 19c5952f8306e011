import type { MeasuredSeries } from '@timestep-ai/timestep/view';
import { formatSeriesValue } from './samples.ts';

const HEADS = ['Metric', 'Labels', 'Count', 'Mean or sum'];

/** The metrics of the process. What a metric means stands once, beside all of its series. */
export function MetricsTable({ measured }: { measured: readonly MeasuredSeries[] }) {
  const metrics = Map.groupBy(measured, ({ name }) => name);
  return (
    <section aria-label="Metrics" className="mt-4">
      <h2 className="font-semibold">Metrics</h2>
      {measured.length === 0 ? (
        <p className="mt-1 text-sm text-muted">No metrics yet: send a message to an agent.</p>
      ) : (
        <div className="mt-1 overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
          <table className="w-full text-left text-sm tabular-nums">
            <thead className="text-muted">
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col" className="pe-4 font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            {[...metrics].map(([name, series]) => (
              <MetricRows key={name} name={name} series={series} />
            ))}
          </table>
        </div>
      )}
    </section>
  );
}

interface MetricRowsProps {
  readonly name: string;
  readonly series: readonly MeasuredSeries[];
}

function MetricRows({ name, series }: MetricRowsProps) {
  return (
    <tbody className="border-t border-line align-baseline">
      {series.map((one, at) => (
        <tr key={JSON.stringify(one.labels)}>
          {at === 0 && (
            <th scope="rowgroup" rowSpan={series.length} className="py-1 pe-4 font-normal">
              {one.about}
              <br />
              <code className="text-xs text-muted">{name}</code>
            </th>
          )}
          <td className="py-1 pe-4 break-all">{Object.values(one.labels).join(', ')}</td>
          <td className="py-1 pe-4">{one.count.toLocaleString('en')}</td>
          <td className="py-1 pe-4 whitespace-nowrap">{formatSeriesValue(one)}</td>
        </tr>
      ))}
    </tbody>
  );
}
