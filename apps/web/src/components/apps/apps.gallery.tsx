import { AppWishCard } from './app-wish-card.tsx';

const call = { kind: 'call', id: 1, tool: 'get_wind', given: { city: 'Oslo' } } as const;
const decide = (): void => undefined;

export const gallery = {
  'Request of an app': {
    call: <AppWishCard wish={call} onDecide={decide} />,
    'call by the rules of the agent': (
      <AppWishCard
        wish={{ ...call, tool: 'erase', why: "the agent's files ask a person about erase" }}
        onDecide={decide}
      />
    ),
    link: (
      <AppWishCard
        wish={{ kind: 'open', id: 2, url: 'https://weather.example/forecast' }}
        onDecide={decide}
      />
    ),
  },
};
