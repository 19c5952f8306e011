import type { MeasuredSeries } from '@timestep-ai/timestep/view';
import { formatSeriesValue } from './samples.ts';

export function MetricsTable({ measured }: { measured: readonly MeasuredSeries[] }) {
  return (
    <section aria-label="Metrics" className="mt-4">
      <h2 className="font-semibold">Metrics</h2>
      {measured.length === 0 ? (
        <p className="mt-1 text-sm text-muted">No metrics yet: send a message to an agent.</p>
      ) : (
        <div className="mt-1 overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
          <table className="w-full text-left text-sm">
            <thead className="text-muted">
              <tr>
                {['Metric', 'Labels', 'Count', 'Mean or sum'].map((head, at) => (
                  <th
                    key={head}
                    scope="col"
                    className={`font-normal ${at < 3 ? 'pe-4' : ''} ${at < 2 ? '' : 'text-right'}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {measured.map((series) => {
                const { name, about, labels, count } = series;
                return (
                  <tr
                    key={`${name} ${JSON.stringify(labels)}`}
                    className="border-t border-line align-baseline"
                  >
                    <td className="py-1 pe-4">
                      {about}
                      <br />
                      <code className="text-xs text-muted">{name}</code>
                    </td>
                    <td className="pe-4 break-all">{Object.values(labels).join(', ')}</td>
                    <td className="pe-4 text-right">{count.toLocaleString('en')}</td>
                    <td className="text-right whitespace-nowrap">{formatSeriesValue(series)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
