import { SERVER_LISTS } from '../read/known-fields.ts';
import { MANIFEST, SERVER_FILES } from '../storage/agent-paths.ts';
import type { JsonPath } from '../text/json-tree.ts';
import { replaceJsonTexts } from '../text/json-texts.ts';

/** A secret that an agent's files contain, named in the same way for every file and spelling of its field. */
export interface SecretField {
  readonly of: 'server' | 'provider';
  /** Name of the server or of the provider. */
  readonly owner: string;
  readonly part: 'env' | 'headers' | 'oauth' | 'url' | 'keys';
  /** Name of the variable, header, setting or URL parameter. */
  readonly name: string;
}

/** Files that may contain secrets. If several files contain the same field, the first of these files counts. */
export const SECRET_FILES: readonly string[] = [MANIFEST, ...SERVER_FILES];

const PARTS: Readonly<Record<string, 'env' | 'headers' | 'oauth'>> = {
  env: 'env',
  environment: 'env',
  headers: 'headers',
  http_headers: 'headers',
  oauth: 'oauth',
};
const OAUTH_SECRETS = ['clientSecret', 'privateKey'];
const ADDRESSES = ['url', 'httpUrl', 'serverUrl'];
const SECRET_PARAMETER = /key|token|secret|password|credential|auth/i;

/**
 * Replaces the secrets in an agent's file by what `replace` returns. Undefined for a file that is not JSON.
 */
export function replaceSecretFields(
  file: string,
  text: string,
  replace: (field: SecretField, value: string) => string,
): string | undefined {
  return replaceJsonTexts(text, (path, value) => {
    const [list = '', owner = '', field = '', name = ''] = path;
    if (isProviderKey(file, path)) {
      return replace({ of: 'provider', owner, part: 'keys', name: field }, value);
    }
    if (!isServerList(file, list)) return value;
    if (path.length === 3 && ADDRESSES.includes(field)) {
      return replaceInUrl(value, (parameter, secret) =>
        replace({ of: 'server', owner, part: 'url', name: parameter }, secret),
      );
    }
    const part = Object.hasOwn(PARTS, field) ? PARTS[field] : undefined;
    if (path.length !== 4 || part === undefined) return value;
    if (part === 'oauth' && !OAUTH_SECRETS.includes(name)) return value;
    return replace({ of: 'server', owner, part, name }, value);
  });
}

function isProviderKey(file: string, path: JsonPath): boolean {
  return file === MANIFEST && path[0] === 'providers' && path.length === 3;
}

function isServerList(file: string, list: string): boolean {
  const lists: readonly string[] = file === MANIFEST ? ['mcpServers'] : SERVER_LISTS;
  return lists.includes(list);
}

/** Replaces the login in a URL, and parameters that are named like secrets, by what `replace` returns. */
function replaceInUrl(url: string, replace: (name: string, value: string) => string): string {
  const [, scheme = '', user, others = ''] = /^(\w+:\/\/)([^/?#@]*@)?(.*)$/s.exec(url) ?? [];
  if (scheme === '') return url;
  const login = user === undefined ? '' : `${replace('user', user.slice(0, -1))}@`;
  const rest = others.replaceAll(
    /([?&])([^?&=#]{1,64})=([^&#]*)/g,
    (all, mark: string, name: string, value: string) =>
      SECRET_PARAMETER.test(name) ? `${mark}${name}=${replace(name, value)}` : all,
  );
  return scheme + login + rest;
}
