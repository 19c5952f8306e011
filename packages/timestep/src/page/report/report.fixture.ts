import { gunzipSync } from 'node:zlib';
import type { StoredRun, TrialRow } from '../../eval/index.ts';
import type { EvalTrial, ReportModel, ReportRun } from '../../view/index.ts';
import { metaWith } from '../evals/runs.fixture.ts';

/** A template with the places of the one that is built. */
export const TEMPLATE =
  '<!doctype html><title><!--title--></title><noscript><!--summary--></noscript><!--model--><script>0</script><!--chunks--></html>';

export function runOf(rows: readonly TrialRow[], more: Partial<StoredRun['meta']> = {}): StoredRun {
  return { meta: metaWith(more), rows: () => rows };
}

/** The data that the page has. */
export function modelIn(html: string): ReportModel {
  const text = /<script type="application\/json" id="model">([^<]*)<\/script>/.exec(html)?.[1];
  return JSON.parse(text ?? '') as ReportModel;
}

/** The run of a report that is about one. */
export function runIn(html: string): ReportRun {
  const model = modelIn(html);
  if (model.kind !== 'run') throw new Error('not the report of a run');
  return model.run;
}

/** Every trial, chunk by chunk, as the page reads them. */
export function chunksIn(html: string): EvalTrial[][] {
  const chunks = html.matchAll(/<script type="text\/plain" id="chunk-(\d+)">([^<]*)<\/script>/g);
  const trials: EvalTrial[][] = [];
  for (const [, number, text = ''] of chunks) {
    const json = gunzipSync(Buffer.from(text, 'base64')).toString('utf8');
    trials[Number(number)] = JSON.parse(json) as EvalTrial[];
  }
  return trials;
}

/** The trial whose detail has a number. */
export function trialAt(html: string, number: number | undefined): EvalTrial | undefined {
  const { trialsOfChunk } = modelIn(html);
  if (number === undefined) return undefined;
  return chunksIn(html)[Math.floor(number / trialsOfChunk)]?.[number % trialsOfChunk];
}
