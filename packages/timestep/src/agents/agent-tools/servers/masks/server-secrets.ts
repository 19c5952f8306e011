import { stripVTControlCharacters } from 'node:util';
import { type Mask, createMask } from '#core';
import type { AgentFolder, ToolServer } from '#agents/folder';

/** Minimum length of a masked value; shorter values, such as ports, occur by chance in texts. */
const SHORTEST_SECRET = 8;

export function createFolderMask({ servers, env }: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const variables = Object.values(env).filter((value) => value !== undefined);
  return createMask([
    ...servers.flatMap((server) => server.secrets),
    ...variables.filter((value) => value.length >= SHORTEST_SECRET),
  ]);
}

export const CREDENTIAL: RegExp = /key|token|secret|password|credential|auth/i;

/** Lists secrets of a server, in all forms in which they may be printed. */
export function listServerSecrets({
  secrets,
  target,
  headers = {},
  oauth,
}: Pick<ToolServer, 'secrets' | 'target' | 'headers' | 'oauth'>): readonly string[] {
  const variables = 'command' in target ? Object.entries(target.env ?? {}) : [];
  const written = [
    ...variables.flatMap(([name, value]) => (CREDENTIAL.test(name) ? [value] : [])),
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
    ...[oauth?.clientSecret, oauth?.privateKey].filter((value) => value !== undefined),
    ...('url' in target ? listSecretsInUrl(String(target.url)) : []),
  ];
  const all = [...secrets, ...written.filter((value) => value.length >= SHORTEST_SECRET)];
  return [...new Set(all.flatMap(listPrintedFormsOfSecret))];
}

function listSecretsInUrl(address: string): string[] {
  const url = URL.parse(address);
  return url ? [url.password, ...url.searchParams.values()] : [];
}

function listPrintedFormsOfSecret(value: string): string[] {
  const lines = value.split(/[\r\n]+/);
  return [value, JSON.stringify(value).slice(1, -1), ...lines].flatMap((form) => [
    form,
    replaceControlCharacters(form),
  ]);
}

/** Removes cursor movements, colors and changes of the text direction from a text. */
export function replaceControlCharacters(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\t]|\p{Bidi_Control}/gu, '\u{FFFD}');
}
