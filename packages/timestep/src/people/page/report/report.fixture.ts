import { gunzipSync } from 'node:zlib';
import type { StoredRun, TrialRow } from '#eval';
import type { EvalTrial, ReportModel, ReportRun } from '#people/view';
import { createRunMeta } from '../evals/runs.fixture.ts';

/** A template with the same placeholders as the built one. */
export const TEMPLATE =
  '<!doctype html><title><!--title--></title><noscript><!--summary--></noscript><!--model--><script>0</script><!--chunks--></html>';

export function createStoredRun(
  rows: readonly TrialRow[],
  more: Partial<StoredRun['meta']> = {},
): StoredRun {
  return { meta: createRunMeta(more), rows: () => rows };
}

export function parseReportModel(html: string): ReportModel {
  const text = /<script type="application\/json" id="model">([^<]*)<\/script>/.exec(html)?.[1];
  return JSON.parse(text ?? '') as ReportModel;
}

export function parseReportRun(html: string): ReportRun {
  const model = parseReportModel(html);
  if (model.kind !== 'run') throw new Error('not the report of a run');
  return model.run;
}

/** Parses every trial, by chunk, in the same way as the page. */
export function parseChunks(html: string): EvalTrial[][] {
  const chunks = html.matchAll(/<script type="text\/plain" id="chunk-(\d+)">([^<]*)<\/script>/g);
  const trials: EvalTrial[][] = [];
  for (const [, number, text = ''] of chunks) {
    const json = gunzipSync(Buffer.from(text, 'base64')).toString('utf8');
    trials[Number(number)] = JSON.parse(json) as EvalTrial[];
  }
  return trials;
}

/** Returns the trial with the given detail number. */
export function findTrial(html: string, number: number | undefined): EvalTrial | undefined {
  const model = parseReportModel(html);
  if (number === undefined || model.kind === 'task') return undefined;
  const { trialsOfChunk } = model;
  return parseChunks(html)[Math.floor(number / trialsOfChunk)]?.[number % trialsOfChunk];
}
