/** Outcome of a trial or grade, or the change of a trial between two runs. */
export type Outcome =
  | 'passed'
  | 'failed'
  | 'error'
  | 'skipped'
  | 'better'
  | 'worse'
  | 'unpaired'
  | 'missing';

/** Symbol, text and CSS class for each outcome. */
export const OUTCOMES: Readonly<
  Record<Outcome, readonly [mark: string, words: string, look: string]>
> = {
  passed: ['✓', 'passed', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  error: ['!', 'errored', 'text-warn'],
  skipped: ['–', 'skipped', 'text-muted'],
  better: ['▲', 'better', 'text-good'],
  worse: ['▼', 'worse', 'text-bad'],
  unpaired: ['·', 'not comparable', 'text-muted'],
  missing: ['·', 'not run', 'text-muted'],
};

/** An outcome as text. The symbol and the color repeat the meaning. */
export function VerdictBadge({ outcome }: { readonly outcome: Outcome }) {
  const [mark, words, look] = OUTCOMES[outcome];
  return (
    <span className={`inline-flex items-center gap-1 text-sm whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {words}
    </span>
  );
}
