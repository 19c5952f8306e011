import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '#agents/calling';
import { agentBuiltinEcho } from '#agents/model';
import type { ReadableSpan } from '#protocols/trace';
import { createTestAgent } from '../agents.fixture.ts';
import { enableTracing, type TracingOptions } from './enable-tracing.ts';

/** What the message holds must reach no exporter. */
const CANARY = 'canary-7c2f-never-exported';

/** The spans of a question that a server was asked, once it has closed. */
async function exportedBy(options: Omit<TracingOptions, 'exporter'>) {
  const spans: ReadableSpan[] = [];
  const exporter = {
    export(given: ReadableSpan[], done: (result: { code: number }) => void) {
      spans.push(...given);
      done({ code: 0 });
    },
  };
  const serving = await createTestAgent('desk', agentBuiltinEcho).start({
    port: 0,
    database: ':memory:',
  });
  const client = createClient();
  onTestFinished(() => client.close());
  const isOn = await enableTracing(serving, { exporter, env: {}, ...options });
  await client.ask(serving.url, `hello ${CANARY}`);
  await serving.close(5000);
  return { isOn, spans };
}

it('exports what the agents of a server do, and no word of it, until it closes', async () => {
  const { isOn, spans } = await exportedBy({ serviceName: 'front' });
  expect(isOn).toBe(true);
  const names = ['GET /', 'POST /', 'chat', 'invoke_agent desk'];
  expect(spans.map(({ name }) => name).toSorted()).toEqual(names);
  expect(spans[0]?.resource.attributes).toMatchObject({ 'service.name': 'front' });
  expect(JSON.stringify(spans)).not.toContain(CANARY);
});

it('exports what was said where that is asked for, without what is taken out', async () => {
  const said = await exportedBy({ contents: true });
  expect(JSON.stringify(said.spans)).toContain(CANARY);
  const redact = (text: string): string => text.replaceAll(CANARY, '');
  const taken = await exportedBy({ contents: true, redact });
  expect(JSON.stringify(taken.spans)).toContain('hello');
  expect(JSON.stringify(taken.spans)).not.toContain(CANARY);
});

it('does nothing where the environment turns it off, or says nothing', async () => {
  const off = await exportedBy({ env: { OTEL_SDK_DISABLED: 'true' } });
  expect([off.isOn, off.spans]).toEqual([false, []]);
  const serving = await createTestAgent('desk', agentBuiltinEcho).start({
    port: 0,
    database: ':memory:',
  });
  onTestFinished(() => serving.close(0));
  expect(await enableTracing(serving, { env: {} })).toBe(false);
  const bad = enableTracing(serving, { otlpEndpoint: 'ftp://collector' });
  await expect(bad).rejects.toMatchObject({ code: 'bad-endpoint' });
});
