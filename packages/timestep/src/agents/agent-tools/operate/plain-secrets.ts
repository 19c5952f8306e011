import { type JsonValue, isJsonObject, parseJson } from '#core';
import { listServerSecrets } from '../servers/masks/server-secrets.ts';

/** Lists plain-text values in fields for secrets, also of disabled servers. */
export function listPlainSecrets(mcpJson: string): readonly string[] {
  const described = parseJson(mcpJson);
  const servers = isJsonObject(described) ? described['mcpServers'] : undefined;
  const secrets = Object.values(isJsonObject(servers) ? servers : {}).flatMap((server) => {
    if (!isJsonObject(server)) return [];
    const { env, headers, oauth, url } = server;
    const credentials = { clientId: '', issuer: '', ...pickStringMembers(oauth) };
    const written = { secrets: [], headers: pickStringMembers(headers), oauth: credentials };
    return [
      ...listServerSecrets({ ...written, target: { command: '', env: pickStringMembers(env) } }),
      ...(typeof url === 'string' ? listServerSecrets({ ...written, target: { url } }) : []),
    ];
  });
  return secrets.filter((value) => !value.includes('${'));
}

function pickStringMembers(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const texts = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
