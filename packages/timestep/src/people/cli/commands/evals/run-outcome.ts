import type { Report } from '../../../../eval/index.ts';
import { EXIT, type Exit, type OptionValues, type CommandContext } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { toPlainLine } from '../../output/plain-text.ts';
import { counted } from '../../options/quantity.ts';
import { formatErroredTrials } from './report-text.ts';

export interface RunOutcome {
  readonly outdir: string;
  readonly ran: number;
  readonly isComplete: boolean;
  /** Reasons why the run does not meet the pass criteria. */
  readonly problems: readonly string[];
  readonly json: boolean;
}

export function printOutcome(
  { outdir, ran, isComplete, problems, json }: RunOutcome,
  result: Report,
  { write, writeError }: Pick<CommandContext, 'write' | 'writeError'>,
): Exit {
  if (json) {
    const gate = { passed: problems.length === 0, problems };
    write(`${JSON.stringify({ outdir, complete: isComplete, ran, ...result, gate })}\n`);
  } else {
    const { passed, failed, errors } = result;
    const lines = [
      `${counted(ran, 'trial')} run: ${passed} passed, ${failed} failed, ${errors} errored`,
      ...formatErroredTrials(result),
      ...(isComplete ? [] : ['stopped: continue with --resume']),
      `see timestep report ${outdir}`,
    ];
    write(`${lines.join('\n')}\n`);
  }
  for (const problem of problems) writeError(`timestep: ${toPlainLine(problem)}\n`);
  return problems.length > 0 || !isComplete ? EXIT.failed : EXIT.fine;
}

export function requireOption(values: OptionValues, name: string): string {
  const value = values.text(name);
  if (value === undefined) throw createUsageError(`--${name} is missing`);
  return value;
}
