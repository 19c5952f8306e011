import { DifferencePlot } from './difference-plot.tsx';

export const title = 'Difference of two runs';

export const states = {
  worse: <DifferencePlot difference={-0.2} interval={{ low: -0.35, high: -0.05 }} />,
  unknown: <DifferencePlot difference={0} interval={null} />,
};
