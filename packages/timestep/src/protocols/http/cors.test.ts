import { describe, expect, it } from 'vitest';
import { answerPreflight, addCorsHeaders } from './cors.ts';

const page = 'https://app.example';
const options = { allowedOrigins: [page] };

function asked(origin: string | undefined, more: Record<string, string> = {}): Request {
  return new Request('http://localhost/v1/responses', {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', ...(origin && { origin }), ...more },
  });
}

describe('answerPreflight', () => {
  it('lets a page of an allowed origin send what it wants to send', () => {
    const wanted = 'authorization,content-type,x-stainless-os';
    const answer = answerPreflight(
      asked(page, {
        'access-control-request-headers': wanted,
        'access-control-request-private-network': 'true',
      }),
      options,
    );
    expect(answer?.status).toBe(204);
    expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': wanted,
      'access-control-allow-private-network': 'true',
      vary: 'Origin',
    });
  });

  it.each([
    ['another origin', asked('https://other.example')],
    ['a program, which has none', asked(undefined)],
    ['an origin of this machine that is not named', asked('http://localhost:3000')],
    [
      'a request that is not a preflight',
      new Request('http://localhost/', { method: 'OPTIONS', headers: { origin: page } }),
    ],
    [
      'another method',
      new Request('http://localhost/', {
        headers: { origin: page, 'access-control-request-method': 'GET' },
      }),
    ],
  ])('is nothing for %s', (_name, request) => {
    expect(answerPreflight(request, options)).toBeUndefined();
  });
});

describe('addCorsHeaders', () => {
  it('names the origin that may read, and no other', () => {
    const headersFor = (origin: string | undefined) =>
      addCorsHeaders(
        asked(origin),
        new Response('x', { headers: { vary: 'A2A-Version' } }),
        options,
      ).headers;
    const allowed = headersFor(page);
    expect(allowed.get('access-control-allow-origin')).toBe(page);
    expect(allowed.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
    expect(allowed.get('vary')).toBe('A2A-Version, Origin');
    for (const origin of ['https://other.example', 'http://localhost:3000', undefined]) {
      expect(headersFor(origin).get('access-control-allow-origin')).toBeNull();
      expect(headersFor(origin).get('vary')).toBe('A2A-Version, Origin');
    }
  });

  it('changes nothing where no origin is allowed', () => {
    const response = addCorsHeaders(asked(page), new Response('x'), {});
    expect([...response.headers.keys()]).toEqual(['content-type']);
  });
});
