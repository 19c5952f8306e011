const WIDTH = 320;

/** A difference of two shares with its interval, against none; the figures beside it say the same. */
export function DifferencePlot({
  difference,
  interval,
}: {
  /** From -1 to 1. */
  readonly difference: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}) {
  const reach = Math.max(
    0.1,
    ...[difference, interval?.low ?? 0, interval?.high ?? 0].map((one) => Math.abs(one) * 1.1),
  );
  const at = (value: number): number => (0.5 + value / reach / 2) * WIDTH;
  return (
    <svg viewBox={`0 0 ${WIDTH} 40`} aria-hidden="true" className="mt-2 w-80 max-w-full">
      <path d={`M0 20H${WIDTH}`} className="stroke-line" />
      <path d={`M${WIDTH / 2} 4V36`} className="stroke-muted" />
      {interval && (
        <path
          d={`M${at(interval.low)} 20H${at(interval.high)}`}
          className="stroke-accent"
          strokeWidth="4"
        />
      )}
      <circle cx={at(difference)} cy="20" r="6" className="fill-accent" />
    </svg>
  );
}
