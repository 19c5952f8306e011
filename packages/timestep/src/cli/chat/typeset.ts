import type { WidthOf } from './painter.ts';
import type { Style } from './style.ts';

/** Makes lines of text that a terminal of some columns can show. Texts come in without controls. */
export interface Typeset {
  readonly style: Style;
  readonly widthOf: WidthOf;
  readonly markdown: (text: string, columns: number) => readonly string[];
  /** Words stay whole where they fit. */
  readonly wrapped: (text: string, columns: number) => readonly string[];
  /** One line, cut off where it is too long. */
  readonly fitted: (text: string, columns: number) => string;
}
