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
  /** The address of the interface that is used. */
  readonly url: string;
  /** The binding of that interface, as cards write it in `protocolBinding`. */
  readonly binding: string;
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

/** The bindings that need no other package, best first. */
const BINDINGS: readonly string[] = ['JSONRPC', 'HTTP+JSON'];

/**
 * Reads a card of either version, 1.0 first where it has both, and JSON-RPC before other bindings; throws when
 * no interface can be used. `others` are bindings that the caller can use as well, the worst of all.
 */
export function peerCardIn(
  card: JsonValue,
  address: string,
  others: readonly string[] = [],
): PeerCard {
  if (!isJsonObject(card) || typeof card['name'] !== 'string') {
    throw new A2AClientError('not-an-agent', `there is no agent card at ${address}`);
  }
  const bindings = [...BINDINGS, ...others];
  const way = waysIn(card, bindings)
    .map((one) => ({ ...one, url: addressOf(one, address) }))
    .find(({ url }) => url !== undefined);
  if (way?.url === undefined) {
    const message = `${card['name']} offers no interface of A2A 1.0 or 0.3 over ${bindings.join(' or ')}`;
    throw new A2AClientError('not-an-agent', message);
  }
  return {
    name: card['name'],
    description: stringIn(card, 'description'),
    ...way,
    url: way.url,
    streaming: objectIn(card, 'capabilities')['streaming'] === true,
    card,
  };
}

type WayIn = Pick<PeerCard, 'url' | 'binding' | 'protocolVersion' | 'tenant'>;

/** An absolute address; that of a binding without HTTP may be a host and a port, as gRPC writes it. */
function addressOf({ url, binding }: WayIn, address: string): string | undefined {
  if (BINDINGS.includes(binding)) {
    return URL.canParse(url, address) ? new URL(url, address).href : undefined;
  }
  const whole = url.includes('://') ? url : `${binding.toLowerCase()}://${url}`;
  return URL.canParse(whole) ? whole : undefined;
}

/** The interfaces that this client supports, best first. */
function waysIn(card: JsonObject, bindings: readonly string[]): WayIn[] {
  const listed = objectsIn(card['supportedInterfaces']).flatMap((entry): WayIn[] => {
    const { url, protocolBinding, protocolVersion, tenant } = entry;
    const version = typeof protocolVersion === 'string' ? versionIn(protocolVersion) : undefined;
    if (typeof protocolBinding !== 'string' || typeof url !== 'string' || !version) return [];
    if (!bindings.includes(protocolBinding)) return [];
    // 0.3 is spoken in JSON-RPC alone.
    if (version === '0.3' && protocolBinding !== 'JSONRPC') return [];
    const told = typeof tenant === 'string' && tenant !== '' ? { tenant } : {};
    return [{ url, binding: protocolBinding, protocolVersion: version, ...told }];
  });
  const [plain, others] = [
    listed.filter(({ binding }) => binding === 'JSONRPC'),
    listed.filter(({ binding }) => binding !== 'JSONRPC'),
  ];
  const newest = plain.toSorted((a, b) => b.protocolVersion.localeCompare(a.protocolVersion));
  const known = others.toSorted(
    (a, b) => bindings.indexOf(a.binding) - bindings.indexOf(b.binding),
  );
  return [...newest, ...waysIn03(card), ...known];
}

/** The 0.3 card names its own transport, JSON-RPC unless it says otherwise, and others beside it. */
function waysIn03(card: JsonObject): WayIn[] {
  const main = { url: card['url'], transport: card['preferredTransport'] ?? 'JSONRPC' };
  return [main, ...objectsIn(card['additionalInterfaces'])].flatMap(({ url, transport }): WayIn[] =>
    typeof url === 'string' && transport === 'JSONRPC'
      ? [{ url, binding: 'JSONRPC', protocolVersion: '0.3' }]
      : [],
  );
}

function versionIn(version: string): PeerCard['protocolVersion'] | undefined {
  const [, found] = /^(1\.0|0\.3)(\.\d+)*$/.exec(version) ?? [];
  return found === '1.0' || found === '0.3' ? found : undefined;
}
