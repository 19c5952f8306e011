import { coordinate, type Scale } from './plot-scale.ts';

/** Room for a drawing within its margins, in the units of its viewBox. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** One axis: its scale, its quantity with the unit, and the text of a tick. */
export interface Axis {
  readonly scale: Scale;
  readonly label: string;
  readonly text: (value: number) => string;
}

/** The axes of a drawing with their ticks. */
export function PlotAxes({
  frame: { left, right, top, bottom },
  x,
  y,
}: {
  readonly frame: Frame;
  readonly x: Axis;
  readonly y: Axis;
}) {
  return (
    <g className="fill-muted text-xs">
      {y.scale.ticks.map((tick) => {
        const place = coordinate(y.scale.at(tick));
        return (
          <g key={tick}>
            <path d={`M${left} ${place}H${right}`} className="stroke-line" />
            <text x={left - 8} y={place} dy=".32em" textAnchor="end">
              {y.text(tick)}
            </text>
          </g>
        );
      })}
      {x.scale.ticks.map((tick) => {
        const place = coordinate(x.scale.at(tick));
        return (
          <g key={tick}>
            <path d={`M${place} ${bottom}v4`} className="stroke-muted" />
            <text x={place} y={bottom + 16} textAnchor="middle">
              {x.text(tick)}
            </text>
          </g>
        );
      })}
      <path d={`M${left} ${top}V${bottom}H${right}`} fill="none" className="stroke-muted" />
      <text x={(left + right) / 2} y={bottom + 34} textAnchor="middle">
        {x.label}
      </text>
      <text transform={`translate(12 ${(top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {y.label}
      </text>
    </g>
  );
}
