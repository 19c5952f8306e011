import type { EvalTaskSummary } from '@timestep-ai/timestep/view';
import { CostPlot } from './cost-plot.tsx';
import { DifferencePlot } from './difference-plot.tsx';
import { PassPlot } from './pass-plot.tsx';
import { Sparkline } from './sparkline.tsx';

function createExampleTask(id: string, more: Partial<EvalTaskSummary>): EvalTaskSummary {
  const trials = [{ trial: 0, verdict: 'passed', failing: [] }] as const;
  const nothing = { passed: 0, failed: 0, errors: 0, meanScore: null, costUsd: null };
  return { id, tags: [], failing: [], trials, ...nothing, ...more };
}

const tasks = [
  createExampleTask('chat/a', { passed: 2, meanScore: 1, costUsd: 0.004 }),
  createExampleTask('chat/b', { passed: 1, failed: 1, meanScore: 0.5, costUsd: 0.009 }),
  createExampleTask('chat/c', { failed: 2, meanScore: 0, costUsd: 0.02 }),
  createExampleTask('chat/d', { failed: 2, meanScore: 0 }),
];
const expensive = createExampleTask('chat/e', { passed: 1, meanScore: 1, costUsd: 3 });

const estimate = { mean: 0.75, interval: { low: 0.4, high: 0.93 } };
const points = [
  { k: 1, any: estimate, all: estimate },
  { k: 2, any: { mean: 0.9 }, all: { mean: 0.5 } },
];

export const gallery = {
  'Score by cost': {
    known: <CostPlot tasks={tasks} />,
    wide: <CostPlot tasks={[...tasks, expensive]} />,
    unknown: <CostPlot tasks={tasks.slice(3)} />,
  },
  'Difference of two runs': {
    worse: <DifferencePlot difference={-0.2} interval={{ low: -0.35, high: -0.05 }} />,
    unknown: <DifferencePlot difference={0} interval={null} />,
  },
  'pass@k and pass^k': {
    known: <PassPlot points={points} />,
    one: <PassPlot points={points.slice(0, 1)} />,
    unknown: <PassPlot points={[{ k: 1, any: null, all: null }]} />,
  },
  'Line chart': {
    growing: <Sparkline label="Memory" values={[90, 92, 95, 110]} text="110 MB" />,
    level: <Sparkline label="Open tasks" values={[0, 0, 0]} text="0" />,
    'one value': <Sparkline label="Tokens" values={[12]} text="12" />,
  },
};
