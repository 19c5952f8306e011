import { FindingList } from './finding-list.tsx';

export const title = 'Database findings';

const note = { severity: 'note', code: 'free', message: '12.0 MB are free' } as const;
const problem = {
  severity: 'problem',
  code: 'no-owner',
  message: '1 task unfinished, and no process is running it: start a server for guide',
} as const;

export const states = {
  fine: <FindingList findings={[]} />,
  'with a note': <FindingList findings={[note]} />,
  'with a problem': <FindingList findings={[note, problem]} />,
};
