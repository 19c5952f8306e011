import { createElement, type ReactElement, type SVGProps } from 'react';

/** An icon, which is drawn in the color of the text. */
export type Icon = (props: IconProps) => ReactElement;

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height of the icon in pixels. */
  readonly size?: number;
}

/** An element of SVG by its name and attributes. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

export function createIcon(shapes: readonly Shape[]): Icon {
  const children = shapes.map(([tag, attributes], key) =>
    createElement(tag, { ...attributes, key }),
  );
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      children,
    );
}
