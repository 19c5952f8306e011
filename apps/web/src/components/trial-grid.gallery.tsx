import { TrialGrid } from './trial-grid.tsx';

export const title = 'Tasks and trials';

const rows = [
  {
    id: 'chat/refund-001',
    group: 'Worse',
    tags: ['hard', 'money'],
    figures: '1/2',
    why: 'FinalContains 1×: expected "refund"',
    cells: [
      { trial: 0, outcome: 'passed', failing: [] },
      { trial: 1, outcome: 'failed', failing: ['FinalContains'] },
      { trial: 2, outcome: 'error', failing: ['agent'] },
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
