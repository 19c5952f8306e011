import { UsageLine } from './usage-line.tsx';

export const title = 'Usage';

const usage = { prompt_tokens: 1200, completion_tokens: 34, total_tokens: 1234 };

export const states = {
  priced: <UsageLine usage={usage} costUsd={0.0123} />,
  unpriced: <UsageLine usage={usage} costUsd={null} />,
};
