import { formatMoment, formatTimestamp } from './formats.ts';
import { useCurrentTimeMs } from './use-minute.ts';

/** A time in few characters, with its date and second as the tooltip. */
export function Moment({ at }: { readonly at: number }) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatTimestamp(at)}
      className="whitespace-nowrap"
    >
      {formatMoment(at, useCurrentTimeMs())}
    </time>
  );
}
