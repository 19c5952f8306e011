import type { ReactNode } from 'react';
import { roundCoordinate, type Scale } from './plot-scale.ts';

/** The area of a plot inside its margins, in viewBox units. */
export const FRAME = { left: 64, right: 448, top: 14, bottom: 216 };

interface Axis {
  readonly scale: Scale;
  readonly label: string;
  readonly text: (value: number) => string;
}

interface PlotProps {
  readonly label: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly children: ReactNode;
}

export function Plot({ label, x, y, children }: PlotProps) {
  return (
    <svg viewBox="0 0 460 256" role="img" aria-label={label} className="w-115 max-w-full">
      <Axes x={x} y={y} />
      {children}
    </svg>
  );
}

function Axes({ x, y }: Pick<PlotProps, 'x' | 'y'>) {
  const { left, right, top, bottom } = FRAME;
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
