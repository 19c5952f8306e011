/** An animated dot that indicates ongoing work. Screen readers skip it. */
export function PulsingDot() {
  return (
    <span
      aria-hidden="true"
      className="size-2 shrink-0 animate-pulse rounded-full bg-accent motion-reduce:animate-none"
    />
  );
}
