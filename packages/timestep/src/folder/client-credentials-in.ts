import type { ClientCredentials } from '../mcp/index.ts';
import { expanded, type Expansion } from './expand.ts';
import type { Fields } from './fields.ts';

/** How an agent gets tokens for a server, as `oauth` of the server says it; what is wrong is reported. */
export function clientCredentialsIn(
  server: Fields,
  expansion: Expansion,
): ClientCredentials | undefined {
  if (server.value['oauth'] === undefined) return undefined;
  const oauth = server.inside('oauth');
  if (server.value['url'] === undefined) server.wrong('oauth', 'is for servers with a url');
  const clientId = oauth.needed('clientId', expanded(oauth, 'clientId', expansion));
  const issuer = oauth.needed('issuer', expanded(oauth, 'issuer', expansion));
  if (issuer !== '' && !/^https?:$/.test(URL.parse(issuer)?.protocol ?? '')) {
    oauth.wrong('issuer', 'must be an address, as https://issuer.example');
  }
  const clientSecret = expanded(oauth, 'clientSecret', expansion);
  const privateKey = expanded(oauth, 'privateKey', expansion);
  const algorithm = expanded(oauth, 'algorithm', expansion);
  const scope = expanded(oauth, 'scope', expansion);
  if (clientSecret !== undefined && privateKey !== undefined) {
    oauth.wrong('privateKey', 'is beside clientSecret: use one of them');
  }
  if (oauth.value['clientSecret'] === undefined && oauth.value['privateKey'] === undefined) {
    oauth.wrong('clientSecret', 'is missing, as is privateKey: give one of them');
  }
  return {
    clientId,
    issuer,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(algorithm !== undefined && { algorithm }),
    ...(scope !== undefined && { scope }),
  };
}
