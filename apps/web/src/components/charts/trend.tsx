/** A small bar chart without axes, for a row of a table. The figures stand beside it. */
export function TrendBars({ values }: { values: readonly number[] }) {
  const greatest = Math.max(...values, 0);
  return (
    <svg
      viewBox={`0 0 ${values.length * 4} 20`}
      preserveAspectRatio="none"
      className="h-5 w-full min-w-24 fill-current text-accent"
      aria-hidden="true"
    >
      {values.map((value, step) => {
        const height = greatest === 0 ? 0 : (value / greatest) * 19;
        return (
          <rect
            key={step}
            x={step * 4}
            y={20 - Math.max(height, 1)}
            width={3}
            height={Math.max(height, 1)}
            opacity={value === 0 ? 0.25 : 1}
          />
        );
      })}
    </svg>
  );
}
