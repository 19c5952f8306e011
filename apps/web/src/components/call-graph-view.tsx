import { useId } from 'react';
import { BOX, graphLayout, type PlacedArrow } from './graph-layout.ts';

/** A box of the graph. */
export interface ShownBox {
  readonly id: string;
  readonly name: string;
}

/** An arrow of the graph; `live` is what stands beside it while something goes on. */
export interface ShownArrow {
  readonly from: string;
  readonly to: string;
  readonly look: 'quiet' | 'seen' | 'working' | 'waiting';
  readonly live?: string;
}

const LOOKS: Readonly<Record<ShownArrow['look'], string>> = {
  quiet: 'stroke-muted',
  seen: 'stroke-good',
  working: 'stroke-accent [stroke-width:3] motion-safe:animate-pulse',
  waiting: 'stroke-warn [stroke-width:3]',
};

/** Boxes that can be chosen, by mouse and by keyboard, and arrows between them. What it shows must be said in words beside it. */
export function CallGraphView({
  label,
  boxes,
  arrows,
  chosen,
  onChoose,
}: {
  /** Names it for screen readers. */
  readonly label: string;
  readonly boxes: readonly ShownBox[];
  readonly arrows: readonly ShownArrow[];
  readonly chosen?: string | undefined;
  /** Is called with nothing when the chosen box is chosen again. */
  readonly onChoose: (id: string | undefined) => void;
}) {
  const layout = graphLayout(
    boxes.map(({ id }) => id),
    arrows,
  );
  const names = new Map(boxes.map(({ id, name }) => [id, name]));
  const near = new Set(
    arrows
      .filter(({ from, to }) => from === chosen || to === chosen)
      .flatMap(({ from, to }) => [from, to]),
  );
  const isFaded = (id: string): boolean =>
    chosen !== undefined && id !== chosen && !near.has(id) && names.has(chosen);
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-[60vh] overflow-auto rounded-md border border-line"
    >
      <div className="relative" style={{ width: layout.width, height: layout.height }}>
        <Arrows {...layout} shown={arrows} chosen={chosen} />
        <ul>
          {layout.boxes.map(({ id, x, y }) => (
            <li key={id} className="absolute" style={{ left: x, top: y, ...BOX }}>
              <button
                type="button"
                title={names.get(id)}
                aria-pressed={id === chosen}
                onClick={() => onChoose(id === chosen ? undefined : id)}
                className={`h-full w-full truncate rounded-md border px-2 text-sm ${id === chosen ? 'border-accent bg-accent text-on-accent' : 'bg-page'} ${isFaded(id) ? 'border-line text-muted' : 'border-text'}`}
              >
                <bdi>{names.get(id)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Arrows({
  width,
  height,
  arrows,
  shown,
  chosen,
}: {
  readonly width: number;
  readonly height: number;
  readonly arrows: readonly PlacedArrow[];
  readonly shown: readonly ShownArrow[];
  readonly chosen: string | undefined;
}) {
  const head = useId();
  const known = new Map(shown.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow]));
  return (
    <svg aria-hidden="true" width={width} height={height} className="absolute inset-0">
      <defs>
        <marker
          id={head}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M 0 0 L 8 4 L 0 8 z" className="fill-muted" />
        </marker>
      </defs>
      {arrows.map(({ from, to, path, middle: [x, y] }) => {
        const { look = 'quiet', live } = known.get(`${from} ${to}`) ?? {};
        const isFaded = chosen !== undefined && from !== chosen && to !== chosen;
        return (
          <g key={`${from} ${to}`} className={isFaded && live === undefined ? 'opacity-25' : ''}>
            <path d={path} markerEnd={`url(#${head})`} className={`fill-none ${LOOKS[look]}`} />
            {live !== undefined && (
              <text
                x={x}
                y={y - 6}
                textAnchor="middle"
                className="fill-text stroke-page text-xs [paint-order:stroke] [stroke-width:4]"
              >
                {live}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
