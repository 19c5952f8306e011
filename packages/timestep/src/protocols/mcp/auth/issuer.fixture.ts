import type { FetchHandler } from '#protocols/http';
import { createEnvironmentHandler } from '../serve/handler.ts';
import type { IssuerFetch } from './token-request.ts';

/** A token request, as the issuer received it. */
export interface TokenRequest {
  readonly form: URLSearchParams;
  readonly headers: Headers;
}

/** A token issuer and an MCP server that requires a token, both without sockets. */
export interface IssuerFixture {
  /** The MCP server, which accepts only the newest token. */
  readonly handler: FetchHandler;
  /** Answers for the issuer, and for the metadata of the server. */
  readonly fetch: IssuerFetch;
  /** Every URL that `fetch` was called with. */
  readonly addresses: string[];
  readonly tokenRequests: TokenRequest[];
  /** The tokens that were issued, the newest last. */
  readonly issuedTokens: string[];
  /** Invalidates the newest token. */
  revoke(): void;
  close(): Promise<void>;
}

export interface IssuerFixtureOptions {
  /**
   * Fields that replace those of the server's metadata. `undefined`: the server has no metadata.
   */
  readonly resource?: object | undefined;
  /** Fields that are added to the issuer's metadata. */
  readonly metadata?: object;
  /** The scope that the server requires in addition to a valid token. */
  readonly wants?: string;
  /** The issuer's response to a request for a device code. */
  readonly device?: object;
  /** The issuer's response to a token request, in place of a token. */
  readonly answer?: (asked: TokenRequest) => Response | undefined;
}

export const ISSUER = 'https://issuer.example';
export const SERVER = 'http://localhost/mcp';

export function createIssuerFixture(options: IssuerFixtureOptions = {}): IssuerFixture {
  const server = createEnvironmentHandler({
    name: 'closed',
    version: '1.0.0',
    tools: [{ name: 'look', execute: () => 'seen' }],
  });
  const addresses: string[] = [];
  const asked: TokenRequest[] = [];
  const given: string[] = [];
  let valid: string | undefined;

  async function tokens(init: RequestInit): Promise<Response> {
    const form = new URLSearchParams(typeof init.body === 'string' ? init.body : '');
    const one = { form, headers: new Headers(init.headers) };
    asked.push(one);
    const instead = options.answer?.(one);
    if (instead) return instead;
    valid = `token-number-${given.length + 1}`;
    given.push(valid);
    return Response.json({ access_token: valid, token_type: 'Bearer', expires_in: 600 });
  }

  return {
    addresses,
    tokenRequests: asked,
    issuedTokens: given,
    revoke() {
      valid = undefined;
    },
    close: () => server.close(),
    async handler(request) {
      if (valid !== undefined && request.headers.get('authorization') === `Bearer ${valid}`) {
        if (options.wants === undefined) return server(request);
        const challenge = `Bearer error="insufficient_scope", scope="${options.wants}"`;
        return new Response(null, { status: 403, headers: { 'www-authenticate': challenge } });
      }
      const headers = { 'www-authenticate': 'Bearer scope="tools:use"' };
      return new Response(null, { status: 401, headers });
    },
    async fetch(url, init = {}) {
      const { href, pathname } = new URL(url);
      addresses.push(href);
      if (href === `${ISSUER}/token`) return tokens(init);
      if (href === `${ISSUER}/device`) return Response.json(options.device);
      if (href === `${ISSUER}/.well-known/oauth-authorization-server`) {
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/finishAuthorization`,
          token_endpoint: `${ISSUER}/token`,
          response_types_supported: ['code'],
          ...options.metadata,
        });
      }
      const saysNothing = 'resource' in options && options.resource === undefined;
      if (pathname === '/.well-known/oauth-protected-resource/mcp' && !saysNothing) {
        const own = { resource: SERVER, authorization_servers: [ISSUER] };
        return Response.json({ ...own, ...options.resource });
      }
      return new Response(null, { status: 404 });
    },
  };
}
