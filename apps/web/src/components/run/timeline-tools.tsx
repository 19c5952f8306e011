import { Maximize2, Minus, Plus } from '../../icons/icons.ts';

interface TimelineToolsProps {
  readonly isFolded: boolean;
  /** Whether the run has waits that the timeline can draw shorter. */
  readonly hasFolds: boolean;
  readonly onFold: () => void;
  /** Called with the keyboard shortcut that has the same effect as the button. */
  readonly onZoom: (key: string) => void;
}

const TOOLS = [
  ['-', 'Zoom out', Minus],
  ['+', 'Zoom in', Plus],
  ['f', 'Fit', Maximize2],
] as const;

export function TimelineTools({ isFolded, hasFolds, onFold, onZoom }: TimelineToolsProps) {
  return (
    <div className="flex h-7 items-center gap-0.5 ps-4 pe-3">
      <span className="me-auto">Step</span>
      {hasFolds && (
        <button
          type="button"
          aria-pressed={isFolded}
          className="rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-text"
          onClick={onFold}
        >
          Waits: {isFolded ? 'shortened' : 'full length'}
        </button>
      )}
      {TOOLS.map(([key, name, Icon]) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          title={`${name} (${key})`}
          className="rounded-sm p-1 hover:bg-hover hover:text-text max-sm:hidden"
          onClick={() => onZoom(key)}
        >
          <Icon aria-hidden="true" size={13} />
        </button>
      ))}
    </div>
  );
}
