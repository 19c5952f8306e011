import { CallResult } from './call-result.tsx';

export const title = 'Call result';

const result = { content: '17 °C', isError: false, artifacts: 0 };

export const states = {
  returned: <CallResult tool="get_weather" outcome={{ kind: 'done', result, tookMs: 12 }} />,
  'with more than text': (
    <CallResult
      tool="forecast"
      outcome={{
        kind: 'done',
        result: { ...result, structured: { degrees: 17 }, artifacts: 2, question: 'Which day?' },
        tookMs: 1200,
      }}
    />
  ),
  failed: (
    <CallResult
      tool="remove"
      outcome={{ kind: 'done', result: { ...result, isError: true }, tookMs: 12 }}
    />
  ),
  denied: <CallResult tool="pay" outcome={{ kind: 'denied', why: "the agent's files deny pay" }} />,
};
