interface SparklineProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly text: string;
}

export function Sparkline({ label, values, text }: SparklineProps) {
  return (
    <figure className="min-w-40 flex-1 rounded border border-line p-3">
      <figcaption className="text-sm text-muted">{label}</figcaption>
      <p className="text-lg font-semibold">{text}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-1 h-8 w-full text-accent"
        aria-hidden="true"
      >
        <polyline
          points={computePoints(values)}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

const WIDTH = 120;
const HEIGHT = 32;

/** Computes the points of a line chart. If all values are equal, the line is at the bottom. */
function computePoints(values: readonly number[]): string {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  const step = WIDTH / Math.max(1, values.length - 1);
  return values
    .map((value, at) => {
      const height = range === 0 ? 0 : ((value - least) / range) * (HEIGHT - 2);
      return `${(at * step).toFixed(1)},${(HEIGHT - 1 - height).toFixed(1)}`;
    })
    .join(' ');
}
