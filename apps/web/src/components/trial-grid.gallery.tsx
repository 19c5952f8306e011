import { TrialGrid } from './trial-grid.tsx';

export const title = 'Tasks and trials';

const rows = [
  {
    id: 'chat/refund-001',
    group: 'Worse',
    figures: '1/2',
    why: 'FinalContains 1×: expected "refund"',
    cells: [
      { trial: 0, outcome: 'passed' },
      { trial: 1, outcome: 'failed' },
      { trial: 2, outcome: 'error' },
    ],
  },
] as const;

export const states = {
  some: (
    <div className="h-40">
      <TrialGrid
        rows={rows}
        selected={{ task: 'chat/refund-001', trial: 1 }}
        onOpen={() => undefined}
      />
    </div>
  ),
};
