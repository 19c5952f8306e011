import { createRemoteJWKSet, jwtVerify } from 'jose';
import { listen } from '@timestep-ai/timestep/http';
import { createEnvironmentHandler } from '@timestep-ai/timestep/mcp';

/** An MCP server that requires a token of an issuer for this server. */
export interface ClosedServer {
  readonly url: string;
  /** Accepted tokens, the newest last. */
  readonly tokens: readonly string[];
  /** Rejects all tokens that it has seen from now on. */
  refuse(): void;
  close(): Promise<void>;
}

/** Its tool `echo` returns the token of the call, which no real server should do. */
export async function startClosedServer(issuer: string): Promise<ClosedServer> {
  const tokens: string[] = [];
  const refused = new Set<string>();
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const environment = createEnvironmentHandler({
    name: 'closed',
    version: '1.0.0',
    tools: [{ name: 'echo', execute: () => `called with ${tokens.at(-1)}` }],
  });
  let resource = '';

  async function isLetIn(token: string): Promise<boolean> {
    if (refused.has(token)) return false;
    try {
      await jwtVerify(token, keys, { issuer, audience: resource });
      return true;
    } catch {
      return false;
    }
  }

  const listening = await listen(
    async (request) => {
      const { pathname, origin } = new URL(request.url);
      if (pathname === '/.well-known/oauth-protected-resource/mcp') {
        return Response.json({ resource, authorization_servers: [issuer] });
      }
      const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
      if (await isLetIn(token)) {
        if (tokens.at(-1) !== token) tokens.push(token);
        return environment(request);
      }
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      const challenge = `Bearer scope="agents:ask", resource_metadata="${metadata}"`;
      return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
    },
    { port: 0 },
  );
  resource = `${listening.url}/mcp`;
  return {
    url: resource,
    tokens,
    refuse() {
      for (const token of tokens) refused.add(token);
    },
    async close() {
      await environment.close();
      await listening.close(0);
    },
  };
}
