import type { ToolName } from './subject.ts';

/** What the scripted model says next: a call for each tool in turn, then an answer in pieces. */
export type Said =
  | { readonly kind: 'call'; readonly id: string; readonly name: ToolName }
  | { readonly kind: 'answer'; readonly pieces: readonly string[] };

const PIECES = 20;

/**
 * Returns the model's next message. Ids and words differ in each reply, as those of a real model do.
 */
export function reply(task: string, results: number, asked: number): Said {
  if (results === 0) return { kind: 'call', id: `${task}-reserve-${asked}`, name: 'reserve' };
  if (results === 1) return { kind: 'call', id: `${task}-charge-${asked}`, name: 'charge' };
  const pieces = Array.from(
    { length: PIECES },
    (_, index) => `${index === 0 ? '' : ' '}${asked}.${index}`,
  );
  return { kind: 'answer', pieces };
}
