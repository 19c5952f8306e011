import { useId } from 'react';
import type { AgentSummary } from '@timestep-ai/timestep/view';
import { BOX, layOutGraph, type GraphLayout } from './graph-layout.ts';

/** An arrow of a call graph. `live` labels the arrow while calls are active. */
export interface GraphArrow {
  readonly from: string;
  readonly to: string;
  readonly look: 'quiet' | 'seen' | 'working' | 'waiting';
  readonly live?: string;
}

const LOOKS: Readonly<Record<GraphArrow['look'], string>> = {
  quiet: 'stroke-muted',
  seen: 'stroke-good',
  working: 'stroke-accent [stroke-width:3] motion-safe:animate-pulse',
  waiting: 'stroke-warn [stroke-width:3]',
};

interface CallGraphViewProps {
  readonly label: string;
  readonly boxes: readonly Pick<AgentSummary, 'id' | 'name'>[];
  readonly arrows: readonly GraphArrow[];
  readonly chosen?: string | undefined;
  /** Called with the clicked agent; undefined if the selected agent was clicked again. */
  readonly onChoose: (id: string | undefined) => void;
}

/**
 * A call graph. Screen readers get no arrows, so the same facts must be in text next to it. Agents without
 * arrows stand below the graph.
 */
export function CallGraphView({ label, boxes, arrows, chosen, onChoose }: CallGraphViewProps) {
  const joined = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  const apart = boxes.filter(({ id }) => !joined.has(id));
  const layout = layOutGraph(
    boxes.filter(({ id }) => joined.has(id)).map(({ id }) => id),
    arrows,
  );
  const names = new Map(boxes.map(({ id, name }) => [id, name]));
  const near = new Set(
    arrows
      .filter(({ from, to }) => from === chosen || to === chosen)
      .flatMap(({ from, to }) => [from, to]),
  );
  const drawBox = (id: string) => (
    <AgentBox
      name={names.get(id) ?? id}
      isChosen={id === chosen}
      isFaded={chosen !== undefined && id !== chosen && !near.has(id) && names.has(chosen)}
      onChoose={() => onChoose(id === chosen ? undefined : id)}
    />
  );
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      {layout.boxes.length > 0 && (
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          <Arrows {...layout} shown={arrows} chosen={chosen} />
          <ul>
            {layout.boxes.map(({ id, x, y }) => (
              <li key={id} className="absolute" style={{ left: x, top: y, ...BOX }}>
                {drawBox(id)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {apart.length > 0 && (
        <ul
          aria-label="Agents without calls"
          className={`flex flex-wrap gap-2 p-4 ${joined.size > 0 ? 'border-t border-line' : ''}`}
        >
          {apart.map(({ id }) => (
            <li key={id} className="h-7 max-w-42">
              {drawBox(id)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface AgentBoxProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly isFaded: boolean;
  readonly onChoose: () => void;
}

function AgentBox({ name, isChosen, isFaded, onChoose }: AgentBoxProps) {
  return (
    <button
      type="button"
      title={name}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`h-full w-full truncate rounded-md border px-2 text-sm ${isChosen ? 'border-accent bg-accent text-on-accent' : 'bg-page'} ${isFaded ? 'border-line text-muted' : 'border-text'}`}
    >
      <bdi>{name}</bdi>
    </button>
  );
}

interface ArrowsProps extends Pick<GraphLayout, 'width' | 'height' | 'arrows'> {
  readonly shown: readonly GraphArrow[];
  readonly chosen: string | undefined;
}

function Arrows({ width, height, arrows, shown, chosen }: ArrowsProps) {
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
