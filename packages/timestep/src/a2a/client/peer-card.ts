import {
  isJsonObject,
  withoutTrailing,
  type JsonObject,
  type JsonValue,
} from '../../core/index.ts';
import { A2AClientError } from './a2a-client-error.ts';
import { objectIn, objectsIn, stringIn } from './lenient-fields.ts';

/** What is needed of a peer's card to talk to it. */
export interface PeerCard {
  readonly name: string;
  readonly description: string;
  /** The address of its JSON-RPC binding. */
  readonly url: string;
  readonly protocolVersion: '1.0' | '0.3';
  readonly streaming: boolean;
  /** Sent back to the peer in every request, where the card has one. */
  readonly tenant?: string;
  /** The card as it was sent. */
  readonly card: JsonObject;
}

/** Where the card of a peer may be: only `uri` itself when it is the address of a card. */
export function cardAddresses(uri: string): readonly string[] {
  if (!URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol)) {
    throw new A2AClientError('not-an-agent', `${uri} is not an http or https address`);
  }
  const { origin, pathname, search } = new URL(uri);
  if (pathname.endsWith('.json')) return [origin + pathname + search];
  const base = origin + withoutTrailing(pathname, '/');
  return [`${base}/.well-known/agent-card.json`, `${base}/.well-known/agent.json`];
}

/**
 * Reads a card of either version, 1.0 first where it has both; throws when no interface can be
 * used.
 */
export function peerCardIn(card: JsonValue, address: string): PeerCard {
  if (!isJsonObject(card) || typeof card['name'] !== 'string') {
    throw new A2AClientError('not-an-agent', `there is no agent card at ${address}`);
  }
  const way = waysIn(card).find(({ url }) => URL.canParse(url, address));
  if (!way) {
    const message = `${card['name']} offers no JSON-RPC interface of A2A 1.0 or 0.3`;
    throw new A2AClientError('not-an-agent', message);
  }
  return {
    name: card['name'],
    description: stringIn(card, 'description'),
    ...way,
    url: new URL(way.url, address).href,
    streaming: objectIn(card, 'capabilities')['streaming'] === true,
    card,
  };
}

type WayIn = Pick<PeerCard, 'url' | 'protocolVersion' | 'tenant'>;

/** The interfaces that this client supports, best first. */
function waysIn(card: JsonObject): WayIn[] {
  const listed = objectsIn(card['supportedInterfaces']).flatMap((entry): WayIn[] => {
    const { url, protocolBinding, protocolVersion, tenant } = entry;
    const version = typeof protocolVersion === 'string' ? versionIn(protocolVersion) : undefined;
    if (protocolBinding !== 'JSONRPC' || typeof url !== 'string' || !version) return [];
    const told = typeof tenant === 'string' && tenant !== '' ? { tenant } : {};
    return [{ url, protocolVersion: version, ...told }];
  });
  const newest = listed.toSorted((a, b) => b.protocolVersion.localeCompare(a.protocolVersion));
  return [...newest, ...waysIn03(card)];
}

/** The 0.3 card names its own transport, JSON-RPC unless it says otherwise, and others beside it. */
function waysIn03(card: JsonObject): WayIn[] {
  const main = { url: card['url'], transport: card['preferredTransport'] ?? 'JSONRPC' };
  return [main, ...objectsIn(card['additionalInterfaces'])].flatMap(({ url, transport }): WayIn[] =>
    typeof url === 'string' && transport === 'JSONRPC' ? [{ url, protocolVersion: '0.3' }] : [],
  );
}

function versionIn(version: string): PeerCard['protocolVersion'] | undefined {
  const [, found] = /^(1\.0|0\.3)(\.\d+)*$/.exec(version) ?? [];
  return found === '1.0' || found === '0.3' ? found : undefined;
}
