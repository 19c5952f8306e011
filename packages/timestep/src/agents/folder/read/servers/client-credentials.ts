import { omitUndefined } from '#core';
import type { ClientCredentials } from '#protocols/mcp';
import { reportUnknownFields } from '../../text/unknown-fields.ts';
import { KNOWN_FIELDS } from '../known-fields.ts';
import type { Fields } from '../../text/fields.ts';
import { type Expansion, expandText } from '../expand-texts.ts';

export function parseClientCredentials(
  server: Fields,
  expansion: Expansion,
): ClientCredentials | undefined {
  if (server.value['oauth'] === undefined) return undefined;
  const oauth = server.getObject('oauth');
  reportUnknownFields(oauth, KNOWN_FIELDS.oauth);
  if (server.value['url'] === undefined)
    server.reportMistake('oauth', 'is only for servers with a url');
  const clientId = oauth.requireText('clientId', expandText(oauth, 'clientId', expansion));
  const issuer = oauth.requireText('issuer', expandText(oauth, 'issuer', expansion));
  if (issuer !== '' && !/^https?:$/.test(URL.parse(issuer)?.protocol ?? '')) {
    oauth.reportMistake('issuer', 'must be a URL such as https://issuer.example');
  }
  const clientSecret = expandText(oauth, 'clientSecret', expansion);
  const privateKey = expandText(oauth, 'privateKey', expansion);
  const [algorithm, scope] = ['algorithm', 'scope'].map((name) =>
    expandText(oauth, name, expansion),
  );
  if (clientSecret !== undefined && privateKey !== undefined) {
    oauth.reportMistake('privateKey', 'cannot be combined with clientSecret: use one of them');
  }
  if (oauth.value['clientSecret'] === undefined && oauth.value['privateKey'] === undefined) {
    oauth.reportMistake('clientSecret', 'is missing: set clientSecret or privateKey');
  }
  return { clientId, issuer, ...omitUndefined({ clientSecret, privateKey, algorithm, scope }) };
}
