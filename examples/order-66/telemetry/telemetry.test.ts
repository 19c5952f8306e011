import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OtlpRequest } from './otlp.ts';
import { createTelemetry, type TelemetryEvent } from './telemetry.ts';

interface Received {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: OtlpRequest;
}

const happening: TelemetryEvent = {
  trace: 'clone-commander-response',
  sessionId: 'demo-1',
  observation: {
    kind: 'generation',
    name: 'lmstudio-response',
    model: 'google/gemma-3-1b',
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  },
  input: 'Hello',
  output: 'Yes, sir.',
  begun: 1_700_000_000_000,
  ended: 1_700_000_000_250,
};
const keys = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-2' };
const received: Received[] = [];
let langfuse: ListeningServer;

beforeEach(async () => {
  received.length = 0;
  langfuse = await listen(
    async (request) => {
      received.push({
        path: new URL(request.url).pathname,
        authorization: request.headers.get('authorization'),
        body: (await request.json()) as OtlpRequest,
      });
      return Response.json({});
    },
    { port: 0 },
  );
});
afterEach(() => langfuse.close(0));

it('tells Langfuse of a trace with a generation in it', async () => {
  const telemetry = createTelemetry('agent-b', { ...keys, LANGFUSE_HOST: `${langfuse.url}/` });
  telemetry.record(happening);
  await telemetry.flush();

  const [only] = received;
  expect(received).toHaveLength(1);
  expect(only).toMatchObject({
    path: '/api/public/otel/v1/traces',
    authorization: `Basic ${Buffer.from('pk-lf-1:sk-lf-2').toString('base64')}`,
  });
  const [root, child] = only?.body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  expect(root).toMatchObject({
    name: 'clone-commander-response',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000250000000',
  });
  expect(child).toMatchObject({
    name: 'lmstudio-response',
    traceId: root?.traceId,
    parentSpanId: root?.spanId,
  });
  expect(valuesOf(child?.attributes)).toMatchObject({
    'langfuse.session.id': 'demo-1',
    'langfuse.observation.type': 'generation',
    'langfuse.observation.model.name': 'google/gemma-3-1b',
    'langfuse.observation.input': 'Hello',
    'langfuse.observation.output': 'Yes, sir.',
    'langfuse.observation.usage_details': '{"input":20,"output":10}',
  });
});

it('tells of a message sent as a span, and of a reply as a trace alone', async () => {
  const telemetry = createTelemetry('agent-a', { ...keys, LANGFUSE_HOST: langfuse.url });
  const observation = { kind: 'span', name: 'http-post' } as const;
  telemetry.record({ ...happening, trace: 'a2a-message-send', observation });
  await telemetry.flush();
  telemetry.record({ ...happening, trace: 'a2a-reply-received', observation: undefined });
  await telemetry.flush();
  const names = received.map(({ body }) =>
    body.resourceSpans[0]?.scopeSpans[0]?.spans.map(({ name }) => name),
  );
  expect(names).toEqual([['a2a-message-send', 'http-post'], ['a2a-reply-received']]);
});

it.each([{}, { ...keys, LANGFUSE_SECRET_KEY: '' }, { ...keys, LANGFUSE_PUBLIC_KEY: undefined }])(
  'tells nobody without keys: %j',
  async (some) => {
    const telemetry = createTelemetry('agent-b', { ...some, LANGFUSE_HOST: langfuse.url });
    telemetry.record(happening);
    await telemetry.flush();
    expect(received).toEqual([]);
  },
);

it('is not held up by a Langfuse that is dead', async () => {
  const { url } = langfuse;
  await langfuse.close(0);
  const telemetry = createTelemetry('agent-b', { ...keys, LANGFUSE_HOST: url });
  for (let nth = 0; nth < 500; nth += 1) telemetry.record(happening);
  await expect(telemetry.flush()).resolves.toBeUndefined();
});

function valuesOf(
  attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue: string };
  }[] = [],
): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
}
