import type { Exit, OptionValues, CommandContext } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { openTrialTraceExporter, waitForRunAndTraces } from './trial-traces.ts';
import { readBounds } from './gate-options.ts';
import { counted } from '../../options/quantity.ts';
import { requireOption, printOutcome } from './run-outcome.ts';

/** Options for running tasks, which are invalid when grading traces. */
const RUN_ONLY_OPTIONS = [
  'agent',
  'agent-header',
  'environment',
  'trials',
  'seed',
  'concurrency',
  'agent-timeout-s',
  'rate-limit-retries',
  'resume',
  'retry-errors',
  'record',
  'replay',
  'trial-files',
];

export async function gradeTraceFiles(
  outdir: string,
  values: OptionValues,
  context: CommandContext,
): Promise<Exit> {
  const { getStopSignal, writeError } = context;
  const bounds = readBounds(values);
  const surplus = RUN_ONLY_OPTIONS.find((name) => values.has(name));
  if (surplus !== undefined)
    throw createUsageError(`--${surplus} cannot be used with --traces, because no task is run`);
  const {
    DEFAULT_GRADERS,
    gradeTraces,
    createGradersFromSpecs,
    loadTasksFile,
    listProblems,
    report: createReportFromFolder,
  } = await import('../../../../eval/index.ts');
  const tasks = values.text('tasks');
  const sending = await openTrialTraceExporter(context);
  const grading = gradeTraces({
    traces: requireOption(values, 'traces'),
    outdir,
    graders: createGradersFromSpecs(values.text('graders')?.split(/,\s+/) ?? DEFAULT_GRADERS),
    ...(tasks !== undefined && { tasks: loadTasksFile(tasks) }),
    ...(sending && { onGraded: sending.onGraded }),
    signal: getStopSignal(),
  });
  const { graded, leftOut } = await waitForRunAndTraces(grading, sending);
  if (leftOut > 0)
    writeError(`skipped ${counted(leftOut, 'trace')}: ${tasks} has no task for them\n`);
  const result = createReportFromFolder(outdir);
  const problems = listProblems(result, bounds);
  const done = {
    outdir,
    ran: graded,
    isComplete: true,
    problems,
    json: values.isSet('json'),
  };
  return printOutcome(done, result, context);
}
