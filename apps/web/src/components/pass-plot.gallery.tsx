import { PassPlot } from './pass-plot.tsx';

export const title = 'pass@k and pass^k';

const points = [
  {
    k: 1,
    any: { mean: 0.75, interval: { low: 0.4, high: 0.93 } },
    all: { mean: 0.75, interval: { low: 0.4, high: 0.93 } },
  },
  { k: 2, any: { mean: 0.9 }, all: { mean: 0.5 } },
];

export const states = {
  known: <PassPlot points={points} />,
  one: <PassPlot points={points.slice(0, 1)} />,
  unknown: <PassPlot points={[{ k: 1, any: null, all: null }]} />,
};
