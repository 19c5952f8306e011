import { getText, type Message } from '#core';
import type { RecordedRun, RunReader } from '#eval';
import type { EvalOutput, EvalOutputPair } from '#people/view';

/** A run, and the reader of its transcripts. */
export interface OpenRun {
  readonly run: RecordedRun;
  readonly reader: RunReader;
}

/** Maximum number of characters of each answer, because a page shows the answers of many tasks. */
const MAX_LENGTH = 4000;

/**
 * Reads the answers of the first trial of each listed task in two evaluation runs, without reading other
 * transcripts.
 */
export async function readOutputs(
  runs: readonly [before: OpenRun, after: OpenRun],
  taskIds: readonly string[],
): Promise<readonly EvalOutputPair[]> {
  const pairs: EvalOutputPair[] = [];
  for (const taskId of taskIds) {
    const [before, after] = [await readOutput(runs[0], taskId), await readOutput(runs[1], taskId)];
    pairs.push({
      taskId: taskId.toWellFormed(),
      ...(before && { before }),
      ...(after && { after }),
    });
  }
  return pairs;
}

async function readOutput(
  { run, reader }: OpenRun,
  taskId: string,
): Promise<EvalOutput | undefined> {
  const numbers = run.rows.filter(({ task_id }) => task_id === taskId).map(({ trial }) => trial);
  const row = numbers.length === 0 ? undefined : await reader.trial(taskId, Math.min(...numbers));
  if (!row) return undefined;
  const { trial, verdict, messages, error } = row;
  const text = messages && findLastReplyText(messages);
  return { trial, verdict, text: (text ?? error ?? '').slice(0, MAX_LENGTH) };
}

/** Finds the text of the last reply. */
function findLastReplyText(messages: readonly Message[]): string | undefined {
  const last = messages.findLast(({ role }) => role === 'assistant');
  return last && getText(last);
}

/** Lists the tasks of two runs, those of the later run first, in the order in which they ran. */
export function listTaskIds(before: RecordedRun, after: RecordedRun): readonly string[] {
  return [...new Set([...after.rows, ...before.rows].map(({ task_id }) => task_id))];
}
