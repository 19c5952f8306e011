import { FindingList } from './finding-list.tsx';

export const title = 'What was found in a database';

const note = { severity: 'note', code: 'free', message: '12.0 MB are free' } as const;
const problem = {
  severity: 'problem',
  code: 'no-owner',
  message: '1 task under way with no process working on it: start a server for guide',
} as const;

export const states = {
  fine: <FindingList findings={[]} />,
  'with a note': <FindingList findings={[note]} />,
  'with a problem': <FindingList findings={[note, problem]} />,
};
