import { computeHue } from './name-hue.ts';

/** The first letter of a name on a color that depends on the name, to find a row by its look. */
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
