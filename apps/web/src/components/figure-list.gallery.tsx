import { FigureList } from './figure-list.tsx';

export const title = 'Figures';

export const states = {
  some: (
    <FigureList
      figures={[
        { name: 'Pass rate', value: '75.0 %', note: '95 %: 40.1 % to 92.7 %' },
        { name: 'Cost', value: 'unknown' },
      ]}
    />
  ),
};
