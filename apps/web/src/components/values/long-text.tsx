import { useState } from 'react';
import { Button } from '../controls/button.tsx';

const MAX_SHOWN = 20_000;

interface LongTextProps {
  readonly text: string;
  /** Label of the text, which makes it a separate region that the keyboard can scroll. */
  readonly label?: string;
  readonly className?: string;
}

/** Text that is truncated at a maximum length; a button shows the rest. */
export function LongText({ text, label, className = '' }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > MAX_SHOWN;
  const region = label === undefined ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 };
  return (
    <>
      <pre {...region} className={`whitespace-pre-wrap ${className}`}>
        {isCut ? text.slice(0, MAX_SHOWN) : text}
      </pre>
      {isCut && (
        <Button onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
