import { gzipSync } from 'node:zlib';
import type { TrialRow } from '../trial.ts';
import type { Place } from './page/page-model.ts';
import { detailOf } from './trial-detail.ts';

/** Trials packed together: neighbours compress well, and so few of them unpack fast. */
const TRIALS_OF_A_CHUNK = 16;

/** Where the detail of the n-th trial is, when the first chunk of its run has a number. */
export function placeOf(n: number, firstChunk: number): Place {
  return [firstChunk + Math.floor(n / TRIALS_OF_A_CHUNK), n % TRIALS_OF_A_CHUNK];
}

/** The number of chunks that as many trials take. */
export function chunksOf(trials: number): number {
  return Math.ceil(trials / TRIALS_OF_A_CHUNK);
}

/**
 * Details as elements that a browser neither runs nor parses: JSON, compressed with gzip, in
 * base64, which has no characters with a meaning in HTML. Only one chunk is held at a time.
 */
export function* detailChunks(rows: Iterable<TrialRow>, firstChunk: number): Generator<string> {
  let chunk = firstChunk;
  let details: string[] = [];
  const packed = (): string => {
    const text = gzipSync(`[${details.join(',')}]`).toString('base64');
    return `<script type="text/plain" id="chunk-${chunk}">${text}</script>\n`;
  };
  for (const row of rows) {
    details.push(JSON.stringify(detailOf(row)));
    if (details.length < TRIALS_OF_A_CHUNK) continue;
    yield packed();
    chunk += 1;
    details = [];
  }
  if (details.length > 0) yield packed();
}
