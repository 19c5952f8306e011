import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import type { ClientCredentials } from '../../../protocols/mcp/index.ts';
import { listServerSecrets } from '../servers/server-secrets.ts';

/** Lists plain-text values in fields for secrets, also of disabled servers. */
export function listPlainSecrets(text: string): readonly string[] {
  const servers = parseServers(text);
  const secrets = Object.values(servers).flatMap((server) => {
    if (!isJsonObject(server)) return [];
    const { env, headers, oauth, url } = server;
    const location = { secrets: [], headers: pickTexts(headers), oauth: getCredentials(oauth) };
    return [
      ...listServerSecrets({ ...location, target: { command: '', env: pickTexts(env) } }),
      ...(typeof url === 'string' ? listServerSecrets({ ...location, target: { url } }) : []),
    ];
  });
  return secrets.filter((value) => !value.includes('${'));
}

function getCredentials(oauth: JsonValue | undefined): ClientCredentials {
  return { clientId: '', issuer: '', ...pickTexts(oauth) };
}

function parseServers(text: string): Readonly<Record<string, JsonValue>> {
  const described = parseJson(text);
  const servers = isJsonObject(described) ? described['mcpServers'] : undefined;
  return isJsonObject(servers) ? servers : {};
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function pickTexts(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const texts = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
