import { GradeList } from './grade-list.tsx';

export const title = 'Grades of a trial';

export const states = {
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
};
