import type { Report } from '../../eval/index.ts';
import { EXIT, textOf, type Exit, type OptionValues, type Surroundings } from '../command.ts';
import { usage } from '../command-error.ts';
import { plainLine } from '../plain-text.ts';
import { counted } from '../quantity.ts';
import { brokenText } from '../report-text.ts';

/** The outcome of a run. */
export interface Outcome {
  readonly outdir: string;
  readonly ran: number;
  readonly isComplete: boolean;
  /** The reasons why it does not pass. */
  readonly problems: readonly string[];
  readonly json: boolean;
}

/** Writes the outcome of a run, and returns the exit code. */
export function tellOutcome(
  { outdir, ran, isComplete, problems, json }: Outcome,
  result: Report,
  { write, complain }: Pick<Surroundings, 'write' | 'complain'>,
): Exit {
  if (json) {
    const gate = { passed: problems.length === 0, problems };
    write(`${JSON.stringify({ outdir, complete: isComplete, ran, ...result, gate })}\n`);
  } else {
    const { passed, failed, errors } = result;
    const lines = [
      `${counted(ran, 'trial')} run: ${passed} passed, ${failed} failed, ${errors} broken`,
      ...brokenText(result),
      ...(isComplete ? [] : ['stopped: continue with --resume']),
      `see timestep report ${outdir}`,
    ];
    write(`${lines.join('\n')}\n`);
  }
  for (const problem of problems) complain(`timestep: ${plainLine(problem)}\n`);
  return problems.length > 0 || !isComplete ? EXIT.failed : EXIT.fine;
}

export function requiredOf(values: OptionValues, name: string): string {
  const value = textOf(values, name);
  if (value === undefined) throw usage(`--${name} is missing`);
  return value;
}
