import { readObjects, readText, requireText, type JsonObject } from '#core';
import type { Login, LoginStore } from '#engine/port';
import { withFileLock, readPrivateFile, replacePrivateFile } from './user/private-file.ts';

/** Opens a file of logins that only its owner can read. Rejects with `CatalogError`. */
export function openLoginFile(path: string, pause?: (ms: number) => Promise<void>): LoginStore {
  return {
    list: async () => readLogins(path),
    find: async (server) => readLogins(path).find((login) => login.server === server),
    change: (server, work) =>
      withFileLock(
        path,
        async () => {
          const before = readLogins(path).find((login) => login.server === server);
          const after = await work(before);
          if (after === before) return after;
          const others = readLogins(path).filter((login) => login.server !== server);
          const logins = [...others, ...(after ? [after] : [])].map(loginToJson);
          replacePrivateFile(path, { ...readPrivateFile(path).object, logins });
          return after;
        },
        pause,
      ),
  };
}

/** Field names in the file, by the property names in `Login`. */
const OPTIONAL_TEXTS = {
  clientSecret: 'client_secret',
  authMethod: 'token_endpoint_auth_method',
  refreshToken: 'refresh_token',
  resource: 'resource',
  scope: 'scope',
} as const;

function loginToJson({
  server,
  issuer,
  clientId,
  accessToken,
  expiresAt,
  ...more
}: Login): JsonObject {
  const texts = Object.entries(OPTIONAL_TEXTS).flatMap(([name, field]) => {
    const value = more[name as keyof typeof OPTIONAL_TEXTS];
    return value === undefined ? [] : [[field, value] as const];
  });
  return {
    server,
    issuer,
    client_id: clientId,
    access_token: accessToken,
    ...Object.fromEntries(texts),
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
  };
}

function readLogins(path: string): readonly Login[] {
  return (readObjects(readPrivateFile(path), 'logins') ?? []).map((login) => {
    const texts = Object.entries(OPTIONAL_TEXTS).flatMap(([name, field]) => {
      const value = login.object[field];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const expiresAt = Date.parse(readText(login, 'expires_at') ?? '');
    return {
      server: requireText(login, 'server'),
      issuer: requireText(login, 'issuer'),
      clientId: requireText(login, 'client_id'),
      accessToken: requireText(login, 'access_token'),
      ...Object.fromEntries(texts),
      ...(!Number.isNaN(expiresAt) && { expiresAt }),
    };
  });
}
