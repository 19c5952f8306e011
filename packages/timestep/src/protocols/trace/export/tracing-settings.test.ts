import { describe, expect, it } from 'vitest';
import { readTracingSettings } from './tracing-settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

it.each([
  [{ OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_ENABLED: 'false' }],
  [{ OTEL_ENABLED: '0' }],
  [{ OTEL_TRACES_EXPORTER: 'none' }],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }],
])('exports nothing with %j', (env) => {
  expect(readTracingSettings({ ...ENDPOINT, ...env })).toBeUndefined();
});

it.each([
  [{}, 'http://127.0.0.1:4318/v1/traces', false],
  [{ OTEL_ENABLED: 'true' }, 'http://127.0.0.1:4318/v1/traces', true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://127.0.0.1:4318/v1/traces', true],
  [ENDPOINT, 'http://collector:4318/v1/traces', true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/x' }, 'http://c/x', true],
])('knows with %j where to, and whether that was said', (env, url, isNamed) => {
  expect(readTracingSettings(env)).toMatchObject({ collector: { url }, isNamed });
});

it('prefers what a program says to the environment', () => {
  const env = { ...ENDPOINT, OTEL_SERVICE_NAME: 'theirs', OTEL_EXPORTER_OTLP_HEADERS: 'a=1' };
  const given = { otlpEndpoint: 'http://mine:1', serviceName: 'mine', headers: { b: '2' } };
  expect(readTracingSettings(env, given)?.collector).toEqual({
    url: 'http://mine:1/v1/traces',
    service: 'mine',
    headers: { b: '2' },
  });
});

it.each([
  [{}, false],
  [{ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }, true],
  [{ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY' }, true],
  [{ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'EVENT_ONLY' }, false],
  [{ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'false' }, false],
])('takes contents along with %j: %s', (env, contents) => {
  expect(readTracingSettings(env)?.spanOptions).toEqual({ contents });
});

it.each([
  ['always_on', undefined, { isParentBased: false, ratio: 1 }],
  ['traceidratio', '0.1', { isParentBased: false, ratio: 0.1 }],
  ['parentbased_traceidratio', '0.1', { isParentBased: true, ratio: 0.1 }],
  ['parentbased_always_off', undefined, { isParentBased: true, ratio: 0 }],
  ['', undefined, { isParentBased: true, ratio: 1 }],
])('samples by %s %s', (name, argument, sampler) => {
  const env = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument };
  expect(readTracingSettings(env)).toMatchObject({ sampler });
});

it.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'none'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 'http'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'grpc'],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
    'none',
  ],
  [{}, 'http'],
])('sends with %j by the package for %s', (env, exporter) => {
  expect(readTracingSettings(env)).toMatchObject({ exporter });
});

it('sends over gRPC to port 4317 unless another address is set', () => {
  const env = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(readTracingSettings(env)?.collector.url).toMatch(/^http:\/\/127\.0\.0\.1:4317\//);
  const other = readTracingSettings({ ...env, ...ENDPOINT });
  expect(other?.collector.url).toMatch(/^http:\/\/collector:4318\//);
});

it.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /OTEL_TRACES_EXPORTER is "zipkin": use otlp or none/],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'udp' },
    /PROTOCOL is "udp": use http\/json, http\/protobuf, grpc/,
  ],
  [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'udp' }, /_TRACES_PROTOCOL is "udp": use http/],
  [
    {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
      LANGFUSE_SECRET_KEY: 'sk-lf-2',
    },
    /is "grpc", which Langfuse does not accept: use http/,
  ],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /"jaeger_remote": use always_on/],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' },
    /OTEL_TRACES_SAMPLER_ARG is "7": use a number from 0 to 1/,
  ],
])('refuses %j', (env, message) => {
  expect(() => readTracingSettings(env)).toThrow(
    expect.objectContaining({ code: 'bad-setting', message: expect.stringMatching(message) }),
  );
});

describe('with the keys of Langfuse', () => {
  const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-2' };
  const authorization = `Basic ${Buffer.from('pk-lf-1:sk-lf-2').toString('base64')}`;

  it('sends to it, with its header and labels', () => {
    const env = {
      ...KEYS,
      LANGFUSE_HOST: 'https://langfuse.example/',
      LANGFUSE_TRACING_ENVIRONMENT: 'production',
      LANGFUSE_RELEASE: 'v2',
    };
    expect(readTracingSettings(env)).toMatchObject({
      isNamed: true,
      collector: {
        url: 'https://langfuse.example/api/public/otel/v1/traces',
        headers: { authorization, 'x-langfuse-ingestion-version': '4' },
      },
      spanOptions: { langfuse: { environment: 'production', release: 'v2' } },
    });
    expect(readTracingSettings(KEYS)?.collector.url).toBe(
      'https://cloud.langfuse.com/api/public/otel/v1/traces',
    );
    const only = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1' };
    expect(readTracingSettings(only)).toMatchObject({ isNamed: false });
  });

  it('keeps the keys from another collector, which gets the labels all the same', () => {
    expect(readTracingSettings({ ...KEYS, ...ENDPOINT })).toMatchObject({
      collector: { url: 'http://collector:4318/v1/traces', headers: {} },
      spanOptions: { langfuse: {} },
    });
  });
});
