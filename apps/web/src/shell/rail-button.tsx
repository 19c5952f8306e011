import type { Icon } from '../icons/create-icon.ts';

/** An icon above its name in the navigation; phones show a short name. */
export const RAIL_ITEM =
  'relative flex w-full min-w-9 flex-col items-center gap-1 px-0.5 py-2 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-chosen aria-[current=page]:font-semibold aria-[current=page]:text-text max-md:py-2';

/** The name of an entry in the navigation; phones show its short form. Screen readers read the full name. */
export function RailName({
  name,
  short = name,
}: {
  readonly name: string;
  readonly short?: string;
}) {
  return (
    <>
      <span className="text-3xs max-md:sr-only">{name}</span>
      <span aria-hidden="true" className="text-3xs whitespace-nowrap md:hidden">
        {short}
      </span>
    </>
  );
}

interface RailButtonProps {
  readonly label: string;
  readonly short: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly className?: string;
}

export function RailButton({
  label,
  short,
  icon: Drawing,
  onClick,
  className = '',
}: RailButtonProps) {
  return (
    <button type="button" title={label} className={`${RAIL_ITEM} ${className}`} onClick={onClick}>
      <Drawing aria-hidden="true" size={16} />
      <RailName name={label} short={short} />
    </button>
  );
}
