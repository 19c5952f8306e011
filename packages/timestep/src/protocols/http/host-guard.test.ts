import { describe, expect, it } from 'vitest';
import { findHostOrOriginProblem } from './host-guard.ts';

function request(host: string, origin?: string): Request {
  const headers = new Headers({ host, ...(origin !== undefined && { origin }) });
  return new Request('http://placeholder/', { headers });
}

describe('findHostOrOriginProblem', () => {
  it.each([
    ['localhost:9999', undefined],
    ['127.0.0.1', 'http://localhost:5173'],
    ['[::1]:80', undefined],
    ['agents.example', 'https://app.example'],
    ['AGENTS.example:8443', undefined],
    ['shouted.example', undefined],
    ['[fd00::1]:9999', undefined],
  ])('lets %s with origin %s pass', (host, origin) => {
    const options = {
      allowedHosts: ['agents.example', 'Shouted.Example', 'fd00::1'],
      allowedOrigins: ['https://app.example'],
    };
    expect(findHostOrOriginProblem(request(host, origin), options)).toBeUndefined();
  });

  it.each([
    ['evil.example', undefined],
    ['127.0.0.1.evil.example', undefined],
    ['localhost@evil.example', undefined],
    ['localhost', 'https://evil.example'],
    ['localhost', 'null'],
    ['localhost', 'http://localhost.evil.example'],
  ])('refuses %s with origin %s', (host, origin) => {
    expect(findHostOrOriginProblem(request(host, origin))).toMatch(/not (served|allowed)/);
  });

  it('says what to do about a name that is not known', () => {
    expect(findHostOrOriginProblem(request('agents.example'))).toMatch(/allowed host/);
  });
});
