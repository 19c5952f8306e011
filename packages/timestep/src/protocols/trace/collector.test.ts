import { describe, expect, it } from 'vitest';
import { readCollector } from './collector.ts';

describe('readCollector', () => {
  it.each([
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
    ['http://127.0.0.1:4318/', 'http://127.0.0.1:4318/v1/traces'],
    ['https://a.example/otel/v1/traces', 'https://a.example/otel/v1/traces'],
    ['https://a.example/api/public/otel', 'https://a.example/api/public/otel/v1/traces'],
  ])('posts to the path of OTLP: %s', (endpoint, url) => {
    expect(readCollector({}, endpoint)).toEqual({ url, headers: {}, service: 'timestep' });
    expect(readCollector({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).url).toBe(url);
  });

  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc%3D, x-langfuse-ingestion-version=4,,=x',
    OTEL_SERVICE_NAME: 'shop',
  };
  const headers = { authorization: 'Basic abc=', 'x-langfuse-ingestion-version': '4' };

  it('reads the variables of OpenTelemetry, those for traces first', () => {
    expect(readCollector(env)).toEqual({
      url: 'https://a.example/v1/traces',
      headers,
      service: 'shop',
    });
    const whole = { ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://b.example/as/it/is' };
    expect(readCollector(whole).url).toBe('https://b.example/as/it/is');
  });

  it('sends the headers of the variables to their own origin only', () => {
    expect(readCollector(env, 'https://a.example/other').headers).toEqual(headers);
    expect(readCollector(env, 'https://b.example').headers).toEqual({});
    const unnamed = { OTEL_EXPORTER_OTLP_HEADERS: 'x=%zz' };
    expect(readCollector(unnamed, 'https://b.example').headers).toEqual({ x: '%zz' });
  });

  it.each([
    ['', 'no collector is configured'],
    ['nonsense', 'is not an HTTP URL'],
    ['file:///etc/passwd', 'is not an HTTP URL'],
    ['https://user:secret@a.example', 'set it in OTEL_EXPORTER_OTLP_HEADERS'],
  ])('refuses %s', (endpoint, message) => {
    expect(() => readCollector({}, endpoint)).toThrow(
      expect.objectContaining({ code: 'bad-endpoint', message: expect.stringContaining(message) }),
    );
    expect(() => readCollector({}, endpoint)).not.toThrow('secret');
  });
});
