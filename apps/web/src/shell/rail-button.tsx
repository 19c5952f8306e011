import type { Icon } from '../icons/create-icon.ts';

/** An icon above its name in the navigation. On phones, only the icon is shown. */
export const RAIL_ITEM =
  'relative flex w-full min-w-10 flex-col items-center gap-1 px-1 py-2 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-chosen aria-[current=page]:font-semibold aria-[current=page]:text-text max-md:py-3';

interface RailButtonProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly className?: string;
}

export function RailButton({ label, icon: Drawing, onClick, className = '' }: RailButtonProps) {
  return (
    <button type="button" title={label} className={`${RAIL_ITEM} ${className}`} onClick={onClick}>
      <Drawing aria-hidden="true" size={16} />
      <span className="text-[10px] leading-3 max-md:sr-only">{label}</span>
    </button>
  );
}
