import type { PlannedLine } from '@timestep-ai/timestep/view';
import { CodeBlock } from '../values/code-block.tsx';

const LOOKS: Readonly<Record<PlannedLine['kind'], readonly [mark: string, look: string]>> = {
  same: [' ', 'text-muted'],
  old: ['-', 'text-bad'],
  new: ['+', 'text-good'],
  gap: ['⋯', 'text-muted'],
};

export function DiffView({ path, lines }: { path: string; lines: readonly PlannedLine[] }) {
  return (
    <figure>
      <figcaption className="font-mono text-xs">{path}</figcaption>
      <CodeBlock label={`Changes of ${path}`}>
        {lines.map(({ kind, text }, index) => {
          const [mark, look] = LOOKS[kind];
          return (
            // The index is the key because lines have no id.
            <span key={index} className={`block ${look}`}>
              {mark} {text}
            </span>
          );
        })}
      </CodeBlock>
    </figure>
  );
}
