import type { Report } from '../../eval/index.ts';
import { EXIT, textOf, type Exit, type OptionValues } from '../command.ts';
import { usage } from '../command-error.ts';
import { counted } from '../quantity.ts';
import { readShare } from '../share.ts';

/** What a run came to. */
export interface Outcome {
  readonly outdir: string;
  readonly ran: number;
  readonly isComplete: boolean;
  readonly minPassRate: number | undefined;
  readonly json: boolean;
}

/** Tells what a run came to, and whether that is good enough. */
export function tellOutcome(
  { outdir, ran, isComplete, minPassRate, json }: Outcome,
  result: Report,
  write: (text: string) => void,
): Exit {
  if (json) {
    write(`${JSON.stringify({ outdir, complete: isComplete, ran, ...result })}\n`);
  } else {
    const { passed, failed, errors } = result;
    const more = isComplete ? '' : `stopped: go on with --resume\n`;
    write(
      `${counted(ran, 'trial')} run: ${passed} passed, ${failed} failed, ${errors} broken\n${more}see timestep report ${outdir}\n`,
    );
  }
  const isBelow = minPassRate !== undefined && (result.pass_rate?.mean ?? 0) < minPassRate;
  return isBelow || !isComplete ? EXIT.failed : EXIT.fine;
}

export function minPassRateOf(values: OptionValues): number | undefined {
  const least = textOf(values, 'min-pass-rate');
  return least === undefined ? undefined : readShare(least);
}

export function requiredOf(values: OptionValues, name: string): string {
  const value = textOf(values, name);
  if (value === undefined) throw usage(`--${name} is missing`);
  return value;
}
