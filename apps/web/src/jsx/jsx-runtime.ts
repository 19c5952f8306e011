import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';
import { escapeHiddenInProps, type Props } from './escape-hidden-in-props.ts';

export type { JSX } from 'react';
export { Fragment } from 'react/jsx-runtime';

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsx(type, escapeHiddenInProps(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsxs(type, escapeHiddenInProps(type, props), key);
}
