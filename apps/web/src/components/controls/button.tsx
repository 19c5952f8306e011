import type { ComponentProps } from 'react';

const VARIANT_CLASSES = {
  plain: 'border-line bg-page text-text hover:bg-surface',
  strong: 'border-accent bg-accent text-on-accent',
  danger: 'border-bad bg-page text-bad hover:bg-surface',
};

export function Button({
  variant = 'plain',
  className = '',
  ...rest
}: ComponentProps<'button'> & { readonly variant?: keyof typeof VARIANT_CLASSES }) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md border px-3 text-sm disabled:opacity-60 ${VARIANT_CLASSES[variant]} ${className}`}
    />
  );
}
