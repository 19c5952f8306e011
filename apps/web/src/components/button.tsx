import type { ComponentProps } from 'react';

const LOOKS = {
  plain: 'border-line bg-page text-text hover:bg-surface',
  strong: 'border-accent bg-accent text-on-accent',
  danger: 'border-bad bg-page text-bad hover:bg-surface',
};

/** A button of the page. */
export function Button({
  look = 'plain',
  className = '',
  ...rest
}: ComponentProps<'button'> & { readonly look?: keyof typeof LOOKS }) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md border px-3 text-sm disabled:opacity-60 ${LOOKS[look]} ${className}`}
    />
  );
}
