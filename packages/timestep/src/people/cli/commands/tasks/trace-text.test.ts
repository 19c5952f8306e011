import { expect, it } from 'vitest';
import type { Span } from '#protocols/trace';
import { formatTrace } from './trace-text.ts';

const TURN: Span = {
  traceId: '0'.repeat(32),
  spanId: '1'.repeat(16),
  name: 'invoke_agent guide',
  kind: 'internal',
  startedAt: 1000,
  endedAt: 1000,
  attributes: {},
  events: [{ name: 'timestep.message.received', at: 1000, attributes: {} }],
  links: [],
};

it('draws a span of less than a millisecond as a bar, and what happened during it as a point', () => {
  const [, turn, event] = formatTrace([TURN], 80);
  expect(turn).toMatch(/^invoke_agent guide +0\.000 s {2}█$/);
  expect(event).toMatch(/^ {2}· message\.received +\+0\.000 s {2}·$/);
});
