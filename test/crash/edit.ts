/** A text in a source of the package that is replaced before it runs. */
export interface Edit {
  /** Below `packages/timestep/src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Applies edits to a file's source. Throws where a text is not there exactly once. */
export function edited(source: string, edits: readonly Edit[]): string {
  let text = source;
  for (const { file, from, to } of edits) {
    const parts = text.split(from);
    if (parts.length !== 2) {
      throw new Error(`${file} has this text ${parts.length - 1} times, not once: ${from}`);
    }
    text = parts.join(to);
  }
  return text;
}
