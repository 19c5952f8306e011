import type { ExchangeListItem } from '@timestep-ai/timestep/view';
import { ExchangeSummary } from './exchange-summary.tsx';

export const title = 'Protocol message';

const line: ExchangeListItem = {
  number: 1,
  at: Date.parse('2026-01-02T03:04:05Z'),
  connection: 1,
  method: 'tools/call',
  subject: 'get_weather',
  isSent: true,
  state: 'answered',
  tookMs: 12,
};

export const states = {
  answered: <ExchangeSummary line={line} />,
  failed: <ExchangeSummary line={{ ...line, state: 'failed' }} />,
  open: <ExchangeSummary line={{ ...line, state: 'open' }} />,
  notice: (
    <ExchangeSummary
      line={{ ...line, method: 'notifications/progress', isSent: false, state: 'notice' }}
    />
  ),
};
