import { useMemo } from 'react';
import { diffWords } from './diff-words.ts';

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
}

/** Shows two texts as one, with the removed and the added words marked. */
export function TextDiff({ before, after }: TextDiffProps) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <p className="break-words whitespace-pre-wrap">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>;
        const Mark = kind === 'removed' ? 'del' : 'ins';
        return (
          <Mark
            key={index}
            className={`relative no-underline ${kind === 'removed' ? 'text-bad line-through' : 'font-medium text-good'}`}
          >
            {text}
          </Mark>
        );
      })}
    </p>
  );
}
