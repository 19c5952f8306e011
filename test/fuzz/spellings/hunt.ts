import type { Draw } from '../random.ts';
import { drawing } from '../random.ts';

/** Looks for a spelling of something forbidden that a judge lets through. */
export interface Hunt {
  /** Writes a path, a command or a URL. */
  readonly create: (draw: Draw) => string;
  readonly judge: (text: string) => 'allow' | 'ask' | 'deny' | undefined;
  /** Whether a program that is given the text reaches what is forbidden. */
  readonly isForbidden: (text: string) => boolean;
}

/** A spelling that is let through. */
export interface Passed {
  readonly index: number;
  readonly text: string;
  readonly verdict: 'allow' | 'none';
}

export interface HuntResult {
  readonly tried: number;
  /** Number of texts that were given to programs, because no rule denied or asked. */
  readonly executed: number;
  readonly passed: readonly Passed[];
}

/** Tries spellings from an index on. The same seed and index give the same spelling. */
export function hunt(
  { create, judge, isForbidden }: Hunt,
  seed: number,
  from: number,
  to: number,
): HuntResult {
  const passed: Passed[] = [];
  let executed = 0;
  for (let index = from; index < to; index += 1) {
    const text = create(drawing(seed, index));
    const verdict = judge(text);
    if (verdict === 'deny' || verdict === 'ask') continue;
    executed += 1;
    if (isForbidden(text)) passed.push({ index, text, verdict: verdict ?? 'none' });
  }
  return { tried: to - from, executed, passed };
}
