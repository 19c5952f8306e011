import { createHash } from 'node:crypto';
import type { JsonObject } from '#core';
import type { AgentDescription } from '../wire/agent-description.ts';
import { buildA2A03Card } from '../wire/a2a-0-3-card.ts';
import type { CardSigner } from './card-signer.ts';
import { buildA2ACard, type CardCapabilities } from '../wire/a2a-card.ts';
import type { A2AVersion } from '../wire/rpc-methods.ts';

const PATHS: readonly string[] = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

export function isCardPath(path: string): boolean {
  return PATHS.includes(path);
}

export interface CardOptions {
  readonly agent: AgentDescription;
  readonly url: string;
  readonly capabilities: CardCapabilities;
  readonly sign?: CardSigner['sign'] | undefined;
}

/**
 * Responds with the agent card: of A2A 0.3 unless the request names 1.0. `changedAt` is in milliseconds since the
 * epoch.
 */
export function createCardResponse(
  request: Request,
  { changedAt, ...cardOptions }: CardOptions & { readonly changedAt: number },
): Response {
  const requested = (request.headers.get('a2a-version') ?? '').trim();
  const version = /^(0\.3(\.\d+)*)?$/.test(requested) ? '0.3' : '1.0';
  const body = JSON.stringify(buildCardForVersion(version, cardOptions));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    vary: 'A2A-Version',
    etag,
    'last-modified': new Date(changedAt).toUTCString(),
  };
  if (isNotModified(request.headers, etag, changedAt)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

export function buildCardForVersion(
  version: A2AVersion,
  { agent, url, capabilities, sign }: CardOptions,
): JsonObject {
  const toCard = version === '0.3' ? buildA2A03Card : buildA2ACard;
  const card = toCard(agent, url, capabilities);
  return sign ? sign(card) : card;
}

/** Returns whether the caller's cached card is current, by ETag or date (RFC 9110, section 13). */
function isNotModified(headers: Headers, etag: string, changedAt: number): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) {
    const given = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return given.includes('*') || given.includes(etag);
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return since >= Math.floor(changedAt / 1000) * 1000;
}
