import type { MeasureWidth } from './frame-renderer.ts';
import type { Style } from './style.ts';

/** Formats text as lines that fit a terminal. The input must not contain control characters. */
export interface Typeset {
  readonly style: Style;
  readonly measureWidth: MeasureWidth;
  readonly formatMarkdown: (text: string, columns: number) => readonly string[];
  /** Wraps text at word boundaries if possible. */
  readonly wrapText: (text: string, columns: number) => readonly string[];
  /** Truncates a text to one line of the given width. */
  readonly truncateText: (text: string, columns: number) => string;
}
