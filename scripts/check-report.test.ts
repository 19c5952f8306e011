import { expect, it } from 'vitest';
import { formatSummary, formatLine } from './check-report.ts';

const good = { name: 'sizes', ok: true, seconds: 0.12, output: 'sizes: fine' };
const bad = { name: 'lint', ok: false, seconds: 12.34, output: 'x.ts: wrong\n' };

it('shows one line per check', () => {
  expect(formatLine(good, 6)).toBe('sizes   ok        0.1 s');
  expect(formatLine(bad, 6)).toBe('lint    failed   12.3 s');
});

it('shows what failing checks printed, and nothing of the others', () => {
  expect(formatSummary([good, bad])).toBe('\n--- lint\nx.ts: wrong\n\n1 checks ok, 1 failed');
  expect(formatSummary([good])).toBe('1 checks ok, 0 failed');
});
