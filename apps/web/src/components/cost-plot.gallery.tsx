import type { EvalTaskSummary } from '@timestep-ai/timestep/view';
import { CostPlot } from './cost-plot.tsx';

export const title = 'Score by cost';

function createTask(id: string, more: Partial<EvalTaskSummary>): EvalTaskSummary {
  const trials = [{ trial: 0, verdict: 'passed', failing: [] }] as const;
  const nothing = { passed: 0, failed: 0, errors: 0, meanScore: null, costUsd: null };
  return { id, tags: [], failing: [], trials, ...nothing, ...more };
}

const tasks = [
  createTask('chat/a', { passed: 2, meanScore: 1, costUsd: 0.004 }),
  createTask('chat/b', { passed: 1, failed: 1, meanScore: 0.5, costUsd: 0.009 }),
  createTask('chat/c', { failed: 2, meanScore: 0, costUsd: 0.02 }),
  createTask('chat/d', { failed: 2, meanScore: 0 }),
];

export const states = {
  known: <CostPlot tasks={tasks} />,
  wide: (
    <CostPlot tasks={[...tasks, createTask('chat/e', { passed: 1, meanScore: 1, costUsd: 3 })]} />
  ),
  unknown: <CostPlot tasks={tasks.slice(3)} />,
};
