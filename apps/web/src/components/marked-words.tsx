/** A sign, words and a colour; the words say it all. */
export type Marked = readonly [mark: string, words: string, look: string];

/** Words for a state, with a sign and a colour that only repeat them. */
export function MarkedWords({ marked: [mark, words, look] }: { readonly marked: Marked }) {
  return (
    <span className={`inline-flex items-center gap-1 text-sm whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {words}
    </span>
  );
}
