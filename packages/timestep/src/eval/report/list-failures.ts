import type { JsonObject } from '#core';
import type { TrialRow } from '../trial.ts';

/** A grader or a part of the trial because of which the trial did not pass, and the reason. */
export interface TrialFailure {
  /** Name of the grader, or `agent` or `environment` if that errored. */
  readonly name: string;
  readonly reason: string;
}

/** Lists why a trial did not pass. If it errored, only the error counts, not its grades. */
export function listFailures({
  verdict,
  broken_by: by,
  error,
  grades,
}: Pick<TrialRow, 'verdict' | 'broken_by' | 'error' | 'grades'>): TrialFailure[] {
  if (verdict === 'error' && by !== 'grader' && error !== null) {
    return [{ name: by ?? 'agent', reason: error }];
  }
  return grades
    .filter((grade) =>
      verdict === 'error' ? grade.error !== undefined : !grade.passed && !grade.skipped,
    )
    .map(({ name, error: broke, details }) => ({ name, reason: broke ?? formatDetails(details) }));
}

/** Formats a grader's details, the reason first. */
function formatDetails({ reason, ...others }: JsonObject): string {
  const rest = Object.keys(others).length === 0 ? [] : [JSON.stringify(others)];
  return typeof reason === 'string' && reason !== ''
    ? [reason, ...rest].join(' ')
    : JSON.stringify({ ...(reason !== undefined && { reason }), ...others });
}
