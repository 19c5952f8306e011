import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSpans } from '@timestep-ai/timestep';
import type { NumberedEvent } from '@timestep-ai/timestep/core';
import { spansToOtlp, type SpanOptions } from '@timestep-ai/timestep/trace';
import { expect, it } from 'vitest';
import { pythonOf } from './clients/client-sets.ts';

const LOGS = join(import.meta.dirname, '../../packages/timestep/src/core/golden');
const SOURCE = { service: 'desk', version: '1.2.3' };

const OPTIONS: readonly SpanOptions[] = [
  {},
  { contents: true, openInference: true, langfuse: { environment: 'test', release: 'v1' } },
];

/** What the official schema makes of requests; throws with its complaint. */
function strictly(lines: readonly string[]): string[] {
  const python = pythonOf('a2a-0-3-mcp-2');
  const read = spawnSync(python, [join(import.meta.dirname, 'otlp-strict.py')], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
  });
  if (read.status !== 0) throw new Error(read.stderr.split('\n').slice(-3).join('\n'));
  return read.stdout.trim().split('\n');
}

it('is OTLP/JSON to the official schema, which knows every field of it', () => {
  const traces = readdirSync(LOGS)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { events } = JSON.parse(readFileSync(join(LOGS, name), 'utf8')) as {
        events: NumberedEvent[];
      };
      return OPTIONS.map((options) => buildSpans(events, options));
    });
  expect(traces.length).toBeGreaterThan(20);
  const counts = strictly(traces.map((spans) => JSON.stringify(spansToOtlp(spans, SOURCE))));
  const ended = traces.map((spans) => spans.filter(({ endedAt }) => endedAt !== undefined).length);
  expect(counts).toEqual(ended.map((count) => `${count} ${count}`));
});

it('is refused with a field that the schema does not know', () => {
  const request = { ...spansToOtlp([], SOURCE), surplus: 1 };
  expect(() => strictly([JSON.stringify(request)])).toThrow(/surplus/);
});
