import {
  getText,
  type EvalOutput,
  type EvalOutputPair,
  type EvalTrial,
  type ReportRun,
} from '@timestep-ai/timestep/view';
import { findTrialPosition, type ReadDetail } from './trial-detail-reader.ts';

/** Maximum number of characters of an output, because a page shows many. */
const MAX_LENGTH = 4000;

/** Lists the tasks of two runs, those of the later run first. */
export function listTaskIds(before: ReportRun, after: ReportRun): readonly string[] {
  return [...new Set([...after.view.tasks, ...before.view.tasks].map(({ id }) => id))];
}

/** Reads what the first trials of some tasks have answered in two runs of a report. */
export async function readOutputs(
  [before, after]: readonly [before: ReportRun, after: ReportRun],
  taskIds: readonly string[],
  read: ReadDetail,
): Promise<readonly EvalOutputPair[]> {
  const pairs: EvalOutputPair[] = [];
  for (const taskId of taskIds) {
    const first = await readOutput(before, taskId, read);
    const second = await readOutput(after, taskId, read);
    pairs.push({ taskId, ...(first && { before: first }), ...(second && { after: second }) });
  }
  return pairs;
}

async function readOutput(
  run: ReportRun,
  taskId: string,
  read: ReadDetail,
): Promise<EvalOutput | undefined> {
  const trials = run.view.tasks.find(({ id }) => id === taskId)?.trials ?? [];
  const first = Math.min(...trials.map(({ trial }) => trial));
  const position = findTrialPosition(run, taskId.toWellFormed(), first);
  return position === undefined ? undefined : trialToOutput(await read(position));
}

function trialToOutput({ trial, verdict, messages, error }: EvalTrial): EvalOutput {
  const reply = messages?.findLast(({ role }) => role === 'assistant');
  const text = (reply && getText(reply)) ?? error ?? '';
  return { trial, verdict, text: text.slice(0, MAX_LENGTH) };
}
