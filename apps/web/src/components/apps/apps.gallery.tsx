import { AppRequestCard } from './app-request-card.tsx';

const call = { kind: 'call', id: 1, tool: 'get_wind', given: { city: 'Oslo' } } as const;
const decide = (): void => undefined;

export const gallery = {
  'Request of an app': {
    call: <AppRequestCard request={call} onDecide={decide} />,
    'call by the rules of the agent': (
      <AppRequestCard
        request={{ ...call, tool: 'erase', why: "the agent's files ask a person about erase" }}
        onDecide={decide}
      />
    ),
    link: (
      <AppRequestCard
        request={{ kind: 'open', id: 2, url: 'https://weather.example/forecast' }}
        onDecide={decide}
      />
    ),
  },
};
