import { omitUndefined, readObject, readText, readWord, requireText, type Fields } from '#core';
import type { PeerKind, PeerQuestion } from '#people/view';
import { ApiError, requireNonEmptyText } from '../api/api-route.ts';
import type { PeerTarget } from './peer.ts';

/** Reads the URL and the headers of a new connection. Throws `ApiError`. */
export function readPeerToConnect(body: Fields): {
  readonly target: PeerTarget;
  readonly kind: PeerKind | undefined;
} {
  const url = requireNonEmptyText(body, 'url').trim();
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new ApiError(400, 'bad-request', `${url} is not an http or https URL`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const advice = 'the URL must not contain a user name or password: add a header';
    throw new ApiError(400, 'bad-request', advice);
  }
  return {
    target: { url, headers: readTextMap(body, 'headers'), credentials: {} },
    kind: readWord(body, 'kind', ['mcp', 'a2a']),
  };
}

export function readPeerQuestion(body: Fields): PeerQuestion {
  return {
    text: requireNonEmptyText(body, 'text'),
    ...omitUndefined({ contextId: readText(body, 'contextId'), taskId: readText(body, 'taskId') }),
  };
}

/** Reads an object of texts. Throws `ApiError` for a header that HTTP does not allow. */
export function readTextMap(body: Fields, name: string): Readonly<Record<string, string>> {
  const given = readObject(body, name);
  if (!given) return {};
  const texts = Object.keys(given.object).map((key): [string, string] => [
    key,
    requireText(given, key),
  ]);
  if (name !== 'headers') return Object.fromEntries(texts);
  try {
    return Object.fromEntries(new Headers(texts));
  } catch {
    throw new ApiError(400, 'bad-request', 'a header has a name or a value that HTTP forbids');
  }
}
