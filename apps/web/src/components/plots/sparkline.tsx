interface SparklineProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly text: string;
}

export function Sparkline({ label, values, text }: SparklineProps) {
  return (
    <figure className="min-w-40 flex-1 rounded-lg border border-line bg-raised p-4">
      <figcaption className="text-xs text-muted">{label}</figcaption>
      <p className="text-xl leading-6 font-semibold tabular-nums">{text}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-1 h-8 w-full text-accent"
        aria-hidden="true"
      >
        <polyline
          points={computeLinePoints(values)}
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

/** Computes the points of a line chart. If all values are equal, or fewer than two are known, the line is at the bottom. */
function computeLinePoints(given: readonly number[]): string {
  const values = given.length < 2 ? [0, 0] : given;
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
