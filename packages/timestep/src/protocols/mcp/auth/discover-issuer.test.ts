import { expect, it } from 'vitest';
import { discoverIssuer } from './discover-issuer.ts';
import { ISSUER } from './issuer.fixture.ts';
import { guardNamedAddresses } from './named-address.ts';

const SERVER_URL = new URL('https://tools.example/mcp');
const OWN = 'https://tools.example/.well-known/oauth-protected-resource/mcp';

/** Looks for the issuer of a server that names these addresses; resolves to what was requested. */
async function requestedFor(metadataUrl: string, issuer = ISSUER): Promise<readonly string[]> {
  const requested: string[] = [];
  const send = guardNamedAddresses(
    async (url) => {
      requested.push(String(url));
      if (String(url).includes('oauth-protected-resource')) {
        return Response.json({ resource: SERVER_URL.href, authorization_servers: [issuer] });
      }
      return new Response(null, { status: 404 });
    },
    [SERVER_URL],
  );
  const challenge = `Bearer resource_metadata="${metadataUrl}"`;
  const response = new Response(null, { headers: { 'www-authenticate': challenge }, status: 401 });
  await discoverIssuer({ serverUrl: SERVER_URL, response }, undefined, send).catch(() => undefined);
  return requested;
}

it.each([
  'http://127.0.0.1:9200/oauth-protected-resource',
  'https://[::ffff:0:127.0.0.1]/oauth-protected-resource',
  'http://169.254.169.254/oauth-protected-resource',
  'http://other.example/oauth-protected-resource',
])('requests no metadata from %s, which a server of the internet names', async (address) => {
  const [first] = await requestedFor(address);
  expect(first).toBe(OWN);
});

it('requests the metadata of the server, or of another host of the internet', async () => {
  const elsewhere = 'https://metadata.example/oauth-protected-resource';
  expect((await requestedFor(elsewhere))[0]).toBe(elsewhere);
  const here = 'https://tools.example/oauth-protected-resource';
  expect((await requestedFor(here))[0]).toBe(here);
});

it('requests nothing of an issuer on this machine, which a server of the internet names', async () => {
  const own = 'https://tools.example/oauth-protected-resource';
  expect(await requestedFor(own, 'http://127.0.0.1:9200')).toEqual([own]);
});
