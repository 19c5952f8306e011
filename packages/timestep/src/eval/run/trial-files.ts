import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexToolCalls } from '#core';
import type { TrialRow } from '../trial.ts';
import { withWriteErrors } from './write-errors.ts';

/** Writes each trial to `trials/<task>/trial_XX/…`, in the format that other tools read. */
export function writeTrialFiles(outdir: string, rows: Iterable<TrialRow>): void {
  for (const row of rows) {
    const { task_id, trial, seed, grades, messages = [], verdict, score, passed } = row;
    const number = String(trial).padStart(2, '0');
    const folder = join(outdir, 'trials', toFolderName(task_id), `trial_${number}`);
    withWriteErrors(folder, () => mkdirSync(folder, { recursive: true }));
    const write = (name: string, value: unknown): void => {
      const path = join(folder, name);
      withWriteErrors(path, () => writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`));
    };
    write('transcript.json', messages);
    write('tool_index.json', indexToolCalls(messages));
    write('grades.json', { grades, aggregate: { passed, score, verdict } });
    write('info.json', {
      task_id,
      trial,
      seed,
      steps: row.steps,
      tool_calls: row.tool_calls,
      duration_s: row.duration_s,
      terminated_reason: row.terminated_reason,
      error: row.error,
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      total_tokens: row.total_tokens,
      cost_usd: row.cost_usd,
    });
  }
}

/** Converts a task id to a folder name that cannot point outside its parent folder. */
export function toFolderName(taskId: string): string {
  const name = encodeURIComponent(taskId).replaceAll('*', '%2A');
  return /^\.+$/.test(name) ? name.replaceAll('.', '%2E') : name.slice(0, 200);
}
