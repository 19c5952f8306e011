import { FactList } from './fact-list.tsx';

export const title = 'Facts';

export const states = {
  some: (
    <FactList
      facts={[
        { name: 'Database', text: '.timestep/tasks.db' },
        { name: 'Size', text: '1.2 MB, write-ahead log 0 B' },
      ]}
    />
  ),
  none: <FactList facts={[]} />,
};
