import { useState } from 'react';
import { Button } from './button.tsx';

/** Characters of a text that are shown before the reader asks for more. */
const MOST_SHOWN = 20_000;

/** Text as it is; what is beyond its first part follows when the reader asks for it. */
export function LongText({
  text,
  label,
  className = '',
}: {
  readonly text: string;
  /** Where the text has a place of its own, which is scrolled by keyboard as well. */
  readonly label?: string;
  readonly className?: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > MOST_SHOWN;
  const place = label === undefined ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 };
  return (
    <>
      <pre {...place} className={`whitespace-pre-wrap ${className}`}>
        {isCut ? text.slice(0, MOST_SHOWN) : text}
      </pre>
      {isCut && (
        <Button onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
