import { computeHue } from './name-hue.ts';

/**
 * A colored circle with the first letter of a name. The color follows from the name, so that rows are easy to
 * find.
 */
export function Avatar({ name }: { name: string }) {
  const hue = computeHue(name);
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-6 shrink-0 place-items-center rounded-md text-2xs font-semibold"
      style={{
        background: `light-dark(hsl(${hue} 60% 92%), hsl(${hue} 35% 22%))`,
        color: `light-dark(hsl(${hue} 70% 26%), hsl(${hue} 70% 84%))`,
      }}
    >
      {(/\p{L}|\p{N}/u.exec(name)?.[0] ?? '·').toUpperCase()}
    </span>
  );
}
