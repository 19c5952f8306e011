import { roundCoordinate, type Scale } from './plot-scale.ts';

/** The plot area inside the margins, in viewBox units. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Axis {
  readonly scale: Scale;
  readonly label: string;
  readonly text: (value: number) => string;
}

interface PlotAxesProps {
  readonly frame: Frame;
  readonly x: Axis;
  readonly y: Axis;
}

export function PlotAxes({ frame: { left, right, top, bottom }, x, y }: PlotAxesProps) {
  return (
    <g className="fill-muted text-xs">
      {y.scale.ticks.map((tick) => {
        const position = roundCoordinate(y.scale.at(tick));
        return (
          <g key={tick}>
            <path d={`M${left} ${position}H${right}`} className="stroke-line" />
            <text x={left - 8} y={position} dy=".32em" textAnchor="end">
              {y.text(tick)}
            </text>
          </g>
        );
      })}
      {x.scale.ticks.map((tick) => {
        const position = roundCoordinate(x.scale.at(tick));
        return (
          <g key={tick}>
            <path d={`M${position} ${bottom}v4`} className="stroke-muted" />
            <text x={position} y={bottom + 16} textAnchor="middle">
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
