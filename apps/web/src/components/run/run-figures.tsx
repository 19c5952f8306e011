import { formatCost, type TreeTotals } from '@timestep-ai/timestep/view';
import { formatDuration } from '../values/formats.ts';

interface RunFiguresProps {
  readonly totals: TreeTotals;
  readonly startedAt: string;
}

/** Minimum milliseconds of other time that are shown, so that rounding is not. */
const MIN_OTHER_MS = 100;

/** Time, tokens and cost of all agents of a run. */
export function RunFigures({ totals, startedAt }: RunFiguresProps) {
  const { wallMs, workMs, personMs, tokens, costUsd, modelCalls, toolCalls } = totals;
  const { agents, tasks, unknownTasks } = totals;
  const of = agents > 1 ? ', all agents' : '';
  // Preparation, pauses before retries, and the time in which no process ran.
  const otherMs = wallMs - workMs - personMs;
  const figures: readonly (readonly [name: string, value: string, color?: string])[] = [
    ['Total time', formatDuration(wallMs)],
    ['Working', formatDuration(workMs)],
    ...(personMs > 0
      ? [['Waiting for a person', formatDuration(personMs), 'text-person'] as const]
      : []),
    ...(otherMs >= MIN_OTHER_MS ? [['Other time', formatDuration(otherMs)] as const] : []),
    [`Tokens${of}`, tokens.toLocaleString('en')],
    [`Cost${of}`, costUsd === null ? 'unknown' : formatCost(costUsd)],
    ['Model calls', `${modelCalls}`],
    ['Tool calls', `${toolCalls}`],
    ...(tasks > 1 ? [['Agents', `${agents}, in ${tasks} tasks`] as const] : []),
    ...(unknownTasks > 0 ? [['Remote tasks, not counted', `${unknownTasks}`] as const] : []),
    ['Started', startedAt],
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2 px-4 py-2.5 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-4">
      {figures.map(([name, value, color = '']) => (
        <div key={name} className="min-w-0">
          <dt className="text-2xs text-muted sm:whitespace-nowrap">{name}</dt>
          <dd className={`text-lg leading-5 font-semibold whitespace-nowrap tabular-nums ${color}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
