/** A symbol, a text and a CSS class for the color. The text alone must be sufficient. */
export type StateLabelContent = readonly [mark: string, words: string, look: string];

/** The name of a state, with a symbol and a color that repeat the meaning. */
export function StateLabel({
  marked: [mark, words, look],
}: {
  readonly marked: StateLabelContent;
}) {
  return (
    <span className={`inline-flex items-center gap-1 text-sm whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {words}
    </span>
  );
}
