import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { Login, LoginStore } from '#engine/port';
import {
  withFileLock,
  createBadFileError,
  readPrivateFile,
  replacePrivateFile,
} from './private-file.ts';

/**
 * Opens a store for logins in a file that only its owner can read. Processes change the file in
 * turn, by replacing it. If it cannot be read, the functions reject with `CatalogError`.
 */
export function openLoginFile(path: string, pause?: (ms: number) => Promise<void>): LoginStore {
  const read = (): readonly Login[] => parseLogins(readPrivateFile(path) ?? {}, path);
  return {
    list: async () => read(),
    find: async (server) => read().find((login) => login.server === server),
    change: (server, work) =>
      withFileLock(
        path,
        async () => {
          const before = read().find((login) => login.server === server);
          const after = await work(before);
          if (after === before) return after;
          const others = read().filter((login) => login.server !== server);
          const logins = [...others, ...(after ? [after] : [])].map(loginToJson);
          replacePrivateFile(path, { ...readPrivateFile(path), logins });
          return after;
        },
        pause,
      ),
  };
}

const TEXTS = [
  ['server', 'server'],
  ['issuer', 'issuer'],
  ['clientId', 'client_id'],
  ['accessToken', 'access_token'],
] as const;

const MORE_TEXTS = [
  ['clientSecret', 'client_secret'],
  ['authMethod', 'token_endpoint_auth_method'],
  ['refreshToken', 'refresh_token'],
  ['resource', 'resource'],
  ['scope', 'scope'],
] as const;

function loginToJson(login: Login): JsonObject {
  const { expiresAt } = login;
  const texts = [...TEXTS, ...MORE_TEXTS].flatMap(([name, field]) => {
    const value = login[name];
    return value === undefined ? [] : [[field, value] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
  };
}

function parseLogins(written: JsonObject, path: string): readonly Login[] {
  const listed: JsonValue = written['logins'] ?? [];
  if (!Array.isArray(listed)) throw createBadFileError(`${path} logins must be a list`);
  return listed.map((each: JsonValue, at) => {
    const fields = isJsonObject(each) ? each : {};
    const { server, issuer, client_id: clientId, access_token: accessToken } = fields;
    if (
      typeof server !== 'string' ||
      typeof issuer !== 'string' ||
      typeof clientId !== 'string' ||
      typeof accessToken !== 'string'
    ) {
      const names = TEXTS.map(([, field]) => `"${field}"`).join(', ');
      throw createBadFileError(`${path} logins[${at}] must have the strings ${names}`);
    }
    const more = MORE_TEXTS.flatMap(([name, field]) => {
      const value = fields[field];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const ends = fields['expires_at'];
    const expiresAt = typeof ends === 'string' ? Date.parse(ends) : Number.NaN;
    return {
      server,
      issuer,
      clientId,
      accessToken,
      ...Object.fromEntries(more),
      ...(!Number.isNaN(expiresAt) && { expiresAt }),
    };
  });
}
