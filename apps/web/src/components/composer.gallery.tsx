import { Composer } from './composer.tsx';

export const title = 'Composer';

const given = {
  isWorking: false,
  isSending: false,
  completions: [],
  onChange: () => {},
  onSend: async () => true,
  onStop: () => {},
};

export const states = {
  empty: <Composer {...given} />,
  working: <Composer {...given} isWorking />,
  sending: <Composer {...given} isSending />,
  completing: (
    <Composer
      {...given}
      completions={[{ word: '/rename', about: 'renames the conversation' }, { word: '/fork' }]}
    />
  ),
};
