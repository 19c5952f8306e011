import { describe, expect, it } from 'vitest';
import { collectorFrom } from './collector.ts';

describe('collectorFrom', () => {
  it.each([
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
    ['http://127.0.0.1:4318/', 'http://127.0.0.1:4318/v1/traces'],
    ['https://a.example/otel/v1/traces', 'https://a.example/otel/v1/traces'],
    ['https://a.example/api/public/otel', 'https://a.example/api/public/otel/v1/traces'],
  ])('posts to the path of OTLP: %s', (endpoint, url) => {
    expect(collectorFrom({}, endpoint)).toEqual({ url, headers: {}, service: 'timestep' });
    expect(collectorFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).url).toBe(url);
  });

  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc%3D, x-langfuse-ingestion-version=4,,=x',
    OTEL_SERVICE_NAME: 'shop',
  };
  const headers = { authorization: 'Basic abc=', 'x-langfuse-ingestion-version': '4' };

  it('reads the variables of OpenTelemetry, those for traces first', () => {
    expect(collectorFrom(env)).toEqual({
      url: 'https://a.example/v1/traces',
      headers,
      service: 'shop',
    });
    const whole = { ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://b.example/as/it/is' };
    expect(collectorFrom(whole).url).toBe('https://b.example/as/it/is');
  });

  it('sends the headers of the variables to their own origin only', () => {
    expect(collectorFrom(env, 'https://a.example/other').headers).toEqual(headers);
    expect(collectorFrom(env, 'https://b.example').headers).toEqual({});
    const unnamed = { OTEL_EXPORTER_OTLP_HEADERS: 'x=%zz' };
    expect(collectorFrom(unnamed, 'https://b.example').headers).toEqual({ x: '%zz' });
  });

  it.each([
    ['', 'give the address of a collector'],
    ['nonsense', 'is not one of HTTP'],
    ['file:///etc/passwd', 'is not one of HTTP'],
    ['https://user:secret@a.example', 'give it in OTEL_EXPORTER_OTLP_HEADERS'],
  ])('refuses %s', (endpoint, message) => {
    expect(() => collectorFrom({}, endpoint)).toThrow(
      expect.objectContaining({ code: 'bad-endpoint', message: expect.stringContaining(message) }),
    );
    expect(() => collectorFrom({}, endpoint)).not.toThrow('secret');
  });
});
