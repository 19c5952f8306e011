/** Says without words that something goes on. */
export function PulsingDot() {
  return (
    <span
      aria-hidden="true"
      className="size-2 shrink-0 animate-pulse rounded-full bg-accent motion-reduce:animate-none"
    />
  );
}
