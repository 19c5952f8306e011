import type { PassConditions, SuiteRun } from '#eval';
import { writeErrorLine } from '../../output/error-writer.ts';
import { EXIT, type Exit, type OptionValues, type CommandContext } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { formatResult } from '../../output/plain-text.ts';
import { formatCount } from '../../options/quantity.ts';
import { formatErroredTrials } from './report-text.ts';

/** Prints the report of a finished evaluation, and the pass criteria that it does not meet. */
export async function reportEvaluation(
  { outdir, ran, isComplete }: Pick<SuiteRun, 'outdir' | 'ran' | 'isComplete'>,
  conditions: PassConditions,
  values: OptionValues,
  { write, writeError }: CommandContext,
): Promise<Exit> {
  const evals = await import('#eval');
  const report = evals.report(outdir);
  const problems = evals.listProblems(report, conditions);
  const gate = { passed: problems.length === 0, problems };
  const { passed, failed, errors } = report;
  const lines = [
    `${formatCount(ran, 'trial')} run: ${passed} passed, ${failed} failed, ${errors} errored`,
    ...formatErroredTrials(report),
    ...(isComplete ? [] : ['stopped: continue with --resume']),
    `see timestep report ${outdir}`,
  ];
  write(formatResult(values, { outdir, complete: isComplete, ran, ...report, gate }, lines));
  for (const problem of problems) writeErrorLine(writeError, problem);
  return problems.length > 0 || !isComplete ? EXIT.failed : EXIT.fine;
}

export function requireOption(values: OptionValues, name: string): string {
  const value = values.text(name);
  if (value === undefined) throw createUsageError(`--${name} is missing`);
  return value;
}
