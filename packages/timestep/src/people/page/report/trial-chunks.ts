import { gzipSync } from 'node:zlib';
import type { TrialRow } from '../../../eval/index.ts';
import { toEvalTrial } from '../evals/to-eval-trial.ts';

/** Similar trials compress well together, and a small chunk is fast to unpack. */
export const TRIALS_PER_CHUNK = 16;

export function countChunks(trials: number): number {
  return Math.ceil(trials / TRIALS_PER_CHUNK);
}

/**
 * Yields trials as `script` elements, which a browser neither executes nor parses. Each holds
 * gzip-compressed JSON in base64, which needs no escaping. One chunk is in memory at once.
 */
export function* renderTrialChunks(
  rows: Iterable<TrialRow>,
  firstChunk: number,
): Generator<string> {
  let chunk = firstChunk;
  let trials: string[] = [];
  const packChunk = (): string => {
    const text = gzipSync(`[${trials.join(',')}]`).toString('base64');
    return `<script type="text/plain" id="chunk-${chunk}">${text}</script>\n`;
  };
  for (const row of rows) {
    trials.push(JSON.stringify(toEvalTrial(row)));
    if (trials.length < TRIALS_PER_CHUNK) continue;
    yield packChunk();
    chunk += 1;
    trials = [];
  }
  if (trials.length > 0) yield packChunk();
}
