import { stripVTControlCharacters } from 'node:util';
import type { ToolServer } from './tool-server.ts';

const CREDENTIAL = /key|token|secret|password|credential|auth/i;
/** What a key is not shorter than: shorter texts occur in what a server says by chance. */
const SHORTEST_WRITTEN = 8;

/**
 * All that a server must not say aloud: secrets that its description names, and what stands there in plain
 * text in a place of secrets. Each also in the forms in which programs write values.
 */
export function serverSecrets({
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
    ...('url' in target ? inAddress(String(target.url)) : []),
  ];
  const all = [...secrets, ...written.filter((value) => value.length >= SHORTEST_WRITTEN)];
  return [...new Set(all.flatMap(formsOf))];
}

function inAddress(address: string): string[] {
  const url = URL.parse(address);
  return url ? [url.password, ...url.searchParams.values()] : [];
}

/** A value with several lines is said line by line, and in JSON with signs before its quotes. */
function formsOf(value: string): string[] {
  const lines = value.split(/[\r\n]+/);
  return [value, JSON.stringify(value).slice(1, -1), ...lines].flatMap((form) => [
    form,
    plainForm(form),
  ]);
}

/** Text of a server as it may be shown: it moves no cursor, colours nothing and turns no direction. */
export function plainForm(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\t]|\p{Bidi_Control}/gu, '\u{FFFD}');
}
