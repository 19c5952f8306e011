import { isSet, textOf, type Exit, type OptionValues, type Surroundings } from '../command.ts';
import { usage } from '../command-error.ts';
import { openTrialTraces, untilTraced } from '../trial-traces.ts';
import { boundsOf } from '../gate-options.ts';
import { counted } from '../quantity.ts';
import { requiredOf, tellOutcome } from './run-outcome.ts';

/** Options for running tasks, which grading of traces does not use. */
const OF_RUNS = [
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

/** Grades traces instead of running tasks. */
export async function gradeTraceFiles(
  outdir: string,
  values: OptionValues,
  surroundings: Surroundings,
): Promise<Exit> {
  const { stopped, complain } = surroundings;
  const bounds = boundsOf(values);
  const surplus = OF_RUNS.find((name) => values[name] !== undefined);
  if (surplus !== undefined) throw usage(`--${surplus} is for runs: with --traces no task is run`);
  const { DEFAULT_GRADERS, gradeTraces, gradersFrom, loadTasks, problemsOf, report } =
    await import('../../eval/index.ts');
  const tasks = textOf(values, 'tasks');
  const sending = await openTrialTraces(surroundings);
  const grading = gradeTraces({
    traces: requiredOf(values, 'traces'),
    outdir,
    graders: gradersFrom(textOf(values, 'graders')?.split(/,\s+/) ?? DEFAULT_GRADERS),
    ...(tasks !== undefined && { tasks: loadTasks(tasks) }),
    ...(sending && { onGraded: sending.onGraded }),
    signal: stopped(),
  });
  const { graded, leftOut } = await untilTraced(grading, sending);
  if (leftOut > 0)
    complain(`${counted(leftOut, 'trace')} left out: ${tasks} has no task for them\n`);
  const result = report(outdir);
  const problems = problemsOf(result, bounds);
  const done = { outdir, ran: graded, isComplete: true, problems, json: isSet(values, 'json') };
  return tellOutcome(done, result, surroundings);
}
