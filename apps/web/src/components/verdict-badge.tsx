/** What became of a trial or a grade, or how a trial has changed between two runs. */
export type Outcome =
  | 'passed'
  | 'failed'
  | 'error'
  | 'skipped'
  | 'better'
  | 'worse'
  | 'unpaired'
  | 'missing';

/** By outcome, its sign, its words and its colour. */
export const OUTCOMES: Readonly<
  Record<Outcome, readonly [mark: string, words: string, look: string]>
> = {
  passed: ['✓', 'passed', 'text-good'],
  failed: ['✕', 'failed', 'text-bad'],
  error: ['!', 'broke', 'text-warn'],
  skipped: ['–', 'skipped', 'text-muted'],
  better: ['▲', 'better', 'text-good'],
  worse: ['▼', 'worse', 'text-bad'],
  unpaired: ['·', 'no pair', 'text-muted'],
  missing: ['·', 'not run', 'text-muted'],
};

/** An outcome in words; the sign and the colour only repeat them. */
export function VerdictBadge({ outcome }: { readonly outcome: Outcome }) {
  const [mark, words, look] = OUTCOMES[outcome];
  return (
    <span className={`inline-flex items-center gap-1 text-sm whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {words}
    </span>
  );
}
