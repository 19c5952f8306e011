import { omitUndefined } from '#core';
import type { Command, Exit, OptionValues, CommandContext } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { openTrialTraceExporter, waitForRunAndTraces } from './trial-traces.ts';
import { readPassConditions } from './gate-options.ts';
import { writeErrorLine } from '../../output/error-writer.ts';
import { formatCount } from '../../options/quantity.ts';
import { requireOption, reportEvaluation } from './run-outcome.ts';
import { loadNamedGraders } from './named-graders.ts';

/** Options of `timestep run` that are valid when grading traces, because no task is run. */
const TRACE_OPTIONS: readonly string[] = [
  'traces',
  'tasks',
  'outdir',
  'graders',
  'judge',
  'min-pass-rate',
  'max-errors',
  'json',
];

export async function gradeTraceFiles(
  outdir: string,
  options: Command['options'],
  values: OptionValues,
  context: CommandContext,
): Promise<Exit> {
  const { getStopSignal, writeError } = context;
  const conditions = readPassConditions(values);
  const surplus = Object.keys(options ?? {}).find(
    (name) => values.has(name) && !TRACE_OPTIONS.includes(name),
  );
  if (surplus !== undefined)
    throw createUsageError(`--${surplus} cannot be used with --traces, because no task is run`);
  const { gradeTraces, loadTasksFile } = await import('#eval');
  const sending = await openTrialTraceExporter(context);
  const grading = gradeTraces({
    traces: requireOption(values, 'traces'),
    outdir,
    graders: await loadNamedGraders(values),
    ...omitUndefined({ tasks: values.parse('tasks', loadTasksFile), onGraded: sending?.onGraded }),
    signal: getStopSignal(),
  });
  const { graded, leftOut } = await waitForRunAndTraces(grading, sending);
  if (leftOut > 0)
    writeErrorLine(
      writeError,
      `skipped ${formatCount(leftOut, 'trace')}: ${values.text('tasks')} contains no matching task`,
    );
  return reportEvaluation({ outdir, ran: graded, isComplete: true }, conditions, values, context);
}
