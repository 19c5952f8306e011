import type { PlannedLine } from '@timestep-ai/timestep/view';

const LOOKS: Readonly<Record<PlannedLine['kind'], readonly [mark: string, look: string]>> = {
  same: [' ', 'text-muted'],
  old: ['-', 'text-bad'],
  new: ['+', 'text-good'],
  gap: ['⋯', 'text-muted'],
};

/** The added and removed lines of a file, with some context lines. */
export function DiffView({
  path,
  lines,
}: {
  readonly path: string;
  readonly lines: readonly PlannedLine[];
}) {
  return (
    <figure>
      <figcaption className="font-mono text-xs">{path}</figcaption>
      <pre
        role="region"
        aria-label={`Changes of ${path}`}
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md bg-surface p-2 font-mono text-xs whitespace-pre-wrap"
      >
        {lines.map(({ kind, text }, index) => {
          const [mark, look] = LOOKS[kind];
          return (
            // The index is the key because lines have no id.
            <span key={index} className={`block ${look}`}>
              {mark} {text}
            </span>
          );
        })}
      </pre>
    </figure>
  );
}
