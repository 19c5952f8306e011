import { type JsonValue, isJsonObject, parseJson } from '#core';
import { maskDefaults } from './mask-defaults.ts';
import { listServerSecrets } from '../servers/masks/server-secrets.ts';

/** Lists plain-text values in fields for secrets, also of disabled servers. */
export function listPlainSecrets(text: string): readonly string[] {
  return listSecretFieldValues(text).filter((value) => !value.includes('${'));
}

/** Masks the defaults of variables in a file: all of those in fields for secrets, and those of variables that are named like credentials. */
export function maskDefaultsInFile(text: string): string {
  const values = listSecretFieldValues(text).filter((value) => value.includes('${'));
  const masked = values.reduce(
    (rest, value) => rest.replaceAll(value, () => maskDefaults(value, () => true)),
    text,
  );
  return maskDefaults(masked);
}

/** Lists the values in fields for secrets, also with the escapes of JSON. */
function listSecretFieldValues(text: string): readonly string[] {
  const described = parseJson(text);
  const servers = isJsonObject(described) ? described['mcpServers'] : undefined;
  return Object.values(isJsonObject(servers) ? servers : {}).flatMap((server) => {
    if (!isJsonObject(server)) return [];
    const { env, headers, oauth, url } = server;
    const credentials = { clientId: '', issuer: '', ...pickStringMembers(oauth) };
    const written = { secrets: [], headers: pickStringMembers(headers), oauth: credentials };
    return [
      ...listServerSecrets({ ...written, target: { command: '', env: pickStringMembers(env) } }),
      ...(typeof url === 'string' ? listServerSecrets({ ...written, target: { url } }) : []),
    ];
  });
}

function pickStringMembers(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const texts = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
