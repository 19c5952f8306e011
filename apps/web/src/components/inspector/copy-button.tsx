import { Check, Copy } from '../../icons/icons.ts';
import { useEffect, useState } from 'react';

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly name: string;
  /** Creates the text to copy, when the button is pressed. */
  readonly getText: () => string;
}

/** A button that copies a text, and says for a moment that it has done so. */
export function CopyButton({ name, getText }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs text-muted hover:bg-hover hover:text-text"
      onClick={() => void navigator.clipboard.writeText(getText()).then(() => setCopied(true))}
    >
      <Icon aria-hidden="true" size={12} />
      <span role="status">{isCopied ? 'Copied' : name}</span>
    </button>
  );
}
