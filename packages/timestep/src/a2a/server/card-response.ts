import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/index.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { card03Of } from '../wire/card-0-3.ts';
import type { CardSigner } from './card-signer.ts';
import { cardOf, type CardCapabilities } from '../wire/card.ts';
import type { Version } from './version.ts';

const PATHS: readonly string[] = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

export function isCardPath(path: string): boolean {
  return PATHS.includes(path);
}

/** What a card is made of. */
export interface CardFacts {
  readonly agent: AgentDescription;
  readonly url: string;
  readonly capabilities: CardCapabilities;
  /** Signs what is served; absent: cards have no signatures. */
  readonly sign?: CardSigner['sign'] | undefined;
}

interface ServedCard extends CardFacts {
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * The agent's card, in the form of the version that the reader asks for: the 0.3 form for none or
 * 0.3, and for anything else the 1.0 form, which lists the versions that are served.
 */
export function cardResponse(request: Request, { changedAt, ...facts }: ServedCard): Response {
  const asked = (request.headers.get('a2a-version') ?? '').trim();
  const version = /^(0\.3(\.\d+)*)?$/.test(asked) ? '0.3' : '1.0';
  const body = JSON.stringify(cardIn(version, facts));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    vary: 'A2A-Version',
    etag,
    'last-modified': new Date(changedAt).toUTCString(),
  };
  if (hasAlready(request.headers, etag, changedAt)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

/** The card in the form of a version. */
export function cardIn(
  version: Version,
  { agent, url, capabilities, sign }: CardFacts,
): JsonObject {
  const toCard = version === '0.3' ? card03Of : cardOf;
  const card = toCard(agent, url, capabilities);
  return sign ? sign(card) : card;
}

/** Whether a reader has this card, by its tag or else by its date, which knows whole seconds (RFC 9110, section 13). */
function hasAlready(headers: Headers, etag: string, changedAt: number): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) {
    const given = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return given.includes('*') || given.includes(etag);
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return since >= Math.floor(changedAt / 1000) * 1000;
}
