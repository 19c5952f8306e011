import { type JsonObject, type Mask, type JsonValue, isJsonObject } from '#core';
import { maskDefaults } from './mask-defaults.ts';
import { SECRET, maskValue } from '../servers/masks/mask-value.ts';
import { CREDENTIAL } from '../servers/masks/server-secrets.ts';

const SECRET_OF_OAUTH = /secret|key/i;

/** Masks plain values in secret fields of a configuration, but keeps names of variables. */
export function maskConfig(written: JsonObject, mask: Mask): JsonObject {
  const { env, headers, oauth, args, url, ...others } = maskValue(written, (text) =>
    maskDefaults(mask(text)),
  );
  return {
    ...others,
    ...(url !== undefined && { url: typeof url === 'string' ? maskUrl(url) : url }),
    ...(args !== undefined && { args: Array.isArray(args) ? maskArguments(args) : args }),
    ...(env !== undefined && { env: maskFields(env, (name) => CREDENTIAL.test(name)) }),
    ...(oauth !== undefined && { oauth: maskFields(oauth, (name) => SECRET_OF_OAUTH.test(name)) }),
    ...(headers !== undefined && { headers: maskFields(headers, () => true) }),
  };
}

function isSecretReference(text: string): boolean {
  const begun = text.indexOf('${');
  return (begun !== -1 && text.indexOf('}', begun) > begun + 2) || text.startsWith('op://');
}

/** Masks the defaults in the value of a secret field, however its variables are named. */
function maskEveryDefault(value: string): string {
  return maskDefaults(value, () => true);
}

function maskUnlessReference(value: JsonValue): JsonValue {
  return typeof value === 'string' && isSecretReference(value) ? maskEveryDefault(value) : SECRET;
}

function maskFields(value: JsonValue, isSecret: (name: string) => boolean): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [
      name,
      isSecret(name) ? maskUnlessReference(inside) : inside,
    ]),
  );
}

/** Masks secrets in command arguments: `--token abc` and `--token=abc`. */
function maskArguments(args: readonly JsonValue[]): JsonValue {
  return args.map((arg, index) => {
    if (typeof arg !== 'string') return arg;
    const [, flag = ''] = /^(--?[\w-]+)=/.exec(arg) ?? [];
    if (CREDENTIAL.test(flag))
      return isSecretReference(arg) ? maskEveryDefault(arg) : `${flag}=${SECRET}`;
    const before = args[index - 1];
    const isValue = typeof before === 'string' && /^--?[\w-]+$/.test(before);
    return isValue && CREDENTIAL.test(before) ? maskUnlessReference(arg) : arg;
  });
}

function maskUrl(address: string): string {
  const [before = '', ...rest] = address.split('?');
  const [query = '', ...anchor] = rest.join('?').split('#');
  const shown = query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=') + 1;
      if (at === 0) return pair;
      return isSecretReference(pair) ? maskEveryDefault(pair) : `${pair.slice(0, at)}${SECRET}`;
    })
    .join('&');
  const masked = hidePassword(before);
  return rest.length > 0 ? `${masked}?${[shown, ...anchor].join('#')}` : masked;
}

function hidePassword(address: string): string {
  const start = address.indexOf('://') + 3;
  const slash = address.indexOf('/', start);
  const host = address.slice(start, slash === -1 ? undefined : slash);
  const end = host.lastIndexOf('@');
  const colon = host.indexOf(':');
  if (start === 2 || end === -1 || colon === -1 || colon > end) return address;
  const password = host.slice(colon + 1, end);
  const shown = isSecretReference(password) ? maskEveryDefault(password) : SECRET;
  return `${address.slice(0, start + colon + 1)}${shown}${address.slice(start + end)}`;
}
