/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** Complete output of the check; shown only if the check failed. */
  readonly output: string;
}

/** Formats one line of the table; names are padded to the longest name. */
export function formatLine({ name, ok, seconds }: CheckResult, width: number): string {
  const state = ok ? 'ok    ' : 'failed';
  return `${name.padEnd(width)}  ${state}  ${seconds.toFixed(1).padStart(5)} s`;
}

/** Formats the full output of failed checks, and a last line with their number. */
export function formatSummary(results: readonly CheckResult[]): string {
  const failed = results.filter(({ ok }) => !ok);
  const details = failed.map(({ name, output }) => `\n--- ${name}\n${output.trim()}\n`);
  const count = `${results.length - failed.length} checks ok, ${failed.length} failed`;
  return [...details, count].join('\n');
}
