import { gzipSync } from 'node:zlib';
import type { TrialRow } from '../../eval/index.ts';
import { trialView } from '../evals/trial-view.ts';

/** Trials packed together: neighbours compress well, and so few of them unpack fast. */
export const TRIALS_OF_A_CHUNK = 16;

/** The number of chunks that as many trials take. */
export function chunksOf(trials: number): number {
  return Math.ceil(trials / TRIALS_OF_A_CHUNK);
}

/**
 * Trials as elements that a browser neither runs nor parses: JSON, compressed with gzip, in base64, which has
 * no characters with a meaning in HTML. Only one chunk is held at a time.
 */
export function* trialChunks(rows: Iterable<TrialRow>, firstChunk: number): Generator<string> {
  let chunk = firstChunk;
  let trials: string[] = [];
  const packed = (): string => {
    const text = gzipSync(`[${trials.join(',')}]`).toString('base64');
    return `<script type="text/plain" id="chunk-${chunk}">${text}</script>\n`;
  };
  for (const row of rows) {
    trials.push(JSON.stringify(trialView(row)));
    if (trials.length < TRIALS_OF_A_CHUNK) continue;
    yield packed();
    chunk += 1;
    trials = [];
  }
  if (trials.length > 0) yield packed();
}
