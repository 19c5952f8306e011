import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pairToolCallsWithResults, type EpisodeInfo } from '#core';
import { withWriteErrors } from '../eval-error.ts';
import type { TrialRow } from '../trial.ts';

/** Writes each trial to `trials/<task>/trial_XX/…`, in the format that other tools read. */
export function writeTrialFiles(outdir: string, rows: Iterable<TrialRow>): void {
  for (const row of rows) {
    const { grades, messages = [], verdict, score, passed, ...measured } = row;
    const { broken_by: _part, judge_cost_usd: _cost, trace_id: _id, ...rest } = measured;
    const { started_at: _time, ...info } = rest;
    const number = String(row.trial).padStart(2, '0');
    const folder = join(outdir, 'trials', taskIdToFolderName(row.task_id), `trial_${number}`);
    withWriteErrors(folder, () => mkdirSync(folder, { recursive: true }));
    const write = (name: string, value: unknown): void => {
      const path = join(folder, name);
      withWriteErrors(path, () => writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`));
    };
    write('transcript.json', messages);
    write('tool_index.json', pairToolCallsWithResults(messages));
    write('grades.json', { grades, aggregate: { passed, score, verdict } });
    write('info.json', info satisfies EpisodeInfo);
  }
}

/** Converts a task id to a folder name that cannot point outside its parent folder. */
export function taskIdToFolderName(taskId: string): string {
  const name = encodeURIComponent(taskId).replaceAll('*', '%2A');
  return /^\.+$/.test(name) ? name.replaceAll('.', '%2E') : name.slice(0, 200);
}
