import { GradeList } from './grade-list.tsx';
import { TrialGrid } from './trial-grid.tsx';

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

export const gallery = {
  'Grades of a trial': {
    some: (
      <GradeList
        about="Trial 0"
        grades={[
          { name: 'FinalContains', standing: 'failed', score: 0, reason: '{"expected":"refund"}' },
          { name: 'LLMJudge', standing: 'error', score: 0, reason: 'the judge gave no verdict' },
          { name: 'CostLimit', standing: 'skipped', score: 1, reason: '{}' },
        ]}
      />
    ),
    none: <GradeList about="Trial 0" grades={[]} />,
  },
  'Tasks and trials': {
    some: (
      <div className="h-40">
        <TrialGrid rows={rows} selected={{ task: 'chat/refund-001', trial: 1 }} onOpen={() => {}} />
      </div>
    ),
  },
};
