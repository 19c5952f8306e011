import { LongText } from './long-text.tsx';

export const title = 'Long text';

export const states = {
  short: <LongText text="a line" />,
  long: (
    <LongText
      text={'a line of many\n'.repeat(2000)}
      label="Many lines"
      className="max-h-40 overflow-auto"
    />
  ),
};
