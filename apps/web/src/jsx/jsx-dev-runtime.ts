import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { escapeHiddenInProps, type Props } from './escape-hidden-in-props.ts';

export type { JSX } from 'react';
export { Fragment } from 'react/jsx-dev-runtime';

type DevArguments = [
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
];

export function jsxDEV(type: ElementType, props: Props, ...rest: DevArguments): ReactElement {
  return react.jsxDEV(type, escapeHiddenInProps(type, props), ...rest);
}
