/** How one check went. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** Everything that the check printed, shown only when it failed. */
  readonly output: string;
}

/** One line of the table; names are padded to the longest. */
export function lineOf({ name, ok, seconds }: CheckResult, width: number): string {
  const state = ok ? 'ok    ' : 'failed';
  return `${name.padEnd(width)}  ${state}  ${seconds.toFixed(1).padStart(5)} s`;
}

/** The full output of failed checks, and a last line with their number. */
export function closingOf(results: readonly CheckResult[]): string {
  const failed = results.filter(({ ok }) => !ok);
  const details = failed.map(({ name, output }) => `\n--- ${name}\n${output.trim()}\n`);
  const count = `${results.length - failed.length} checks ok, ${failed.length} failed`;
  return [...details, count].join('\n');
}
