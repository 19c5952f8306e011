import { isJsonObject, trimTrailing, type JsonObject, type JsonValue } from '#core';
import { A2AClientError } from './a2a-client-error.ts';
import { getObject, filterObjects, getStringOrEmpty } from './lenient-fields.ts';
import type { AgentDescription, AgentSkill } from '../wire/agent-description.ts';

/** The fields of a remote agent's card that the client uses. */
export interface RemoteAgentCard {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly binding: string;
  readonly protocolVersion: '1.0' | '0.3';
  readonly streaming: boolean;
  readonly tenant?: string;
  readonly card: JsonObject;
}

/** Lists the URLs where an agent card may be. If `uri` ends with `.json`, it is the only URL. */
export function listCardUrls(uri: string): readonly string[] {
  if (!URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol)) {
    throw new A2AClientError('not-an-agent', `${uri} is not an http or https address`);
  }
  const { origin, pathname, search } = new URL(uri);
  if (pathname.endsWith('.json')) return [origin + pathname + search];
  const base = origin + trimTrailing(pathname, '/');
  return [`${base}/.well-known/agent-card.json`, `${base}/.well-known/agent.json`];
}

/** Built-in bindings in order of preference. */
const BINDINGS: readonly string[] = ['JSONRPC', 'HTTP+JSON'];

/** Selects the interface to use: JSON-RPC before REST before `others`, 1.0 before 0.3. Throws if none is usable. */
export function readRemoteCard(
  card: JsonValue,
  address: string,
  otherBindings: readonly string[] = [],
): RemoteAgentCard {
  if (!isJsonObject(card) || typeof card['name'] !== 'string') {
    throw new A2AClientError('not-an-agent', `there is no agent card at ${address}`);
  }
  const bindings = [...BINDINGS, ...otherBindings];
  const way = listInterfaces(card, bindings)
    .map((one) => ({ ...one, url: resolveInterfaceUrl(one, address) }))
    .find(({ url }) => url !== undefined);
  if (way?.url === undefined) {
    const message = `${card['name']} offers no interface of A2A 1.0 or 0.3 over ${bindings.join(' or ')}`;
    throw new A2AClientError('not-an-agent', message);
  }
  return {
    name: card['name'],
    description: getStringOrEmpty(card, 'description'),
    ...way,
    url: way.url,
    streaming: getObject(card, 'capabilities')['streaming'] === true,
    card,
  };
}

type AgentInterfaceChoice = Pick<RemoteAgentCard, 'url' | 'binding' | 'protocolVersion' | 'tenant'>;

/** Resolves the URL of an interface. For a binding without HTTP, such as gRPC, it may consist of host and port. */
function resolveInterfaceUrl(
  { url, binding }: AgentInterfaceChoice,
  address: string,
): string | undefined {
  if (BINDINGS.includes(binding)) {
    return URL.canParse(url, address) ? new URL(url, address).href : undefined;
  }
  const whole = url.includes('://') ? url : `${binding.toLowerCase()}://${url}`;
  return URL.canParse(whole) ? whole : undefined;
}

/** Lists the agent's interfaces that the client supports, the interface that the agent prefers first. */
function listInterfaces(card: JsonObject, bindings: readonly string[]): AgentInterfaceChoice[] {
  const listed = filterObjects(card['supportedInterfaces']).flatMap(
    (entry): AgentInterfaceChoice[] => {
      const { url, protocolBinding, protocolVersion, tenant } = entry;
      const version =
        typeof protocolVersion === 'string' ? parseProtocolVersion(protocolVersion) : undefined;
      if (typeof protocolBinding !== 'string' || typeof url !== 'string' || !version) return [];
      if (!bindings.includes(protocolBinding)) return [];
      if (version === '0.3' && !BINDINGS.includes(protocolBinding)) return [];
      const told = typeof tenant === 'string' && tenant !== '' ? { tenant } : {};
      return [{ url, binding: protocolBinding, protocolVersion: version, ...told }];
    },
  );
  return [...listed, ...listA2A03Interfaces(card)].toSorted(
    (a, b) =>
      bindings.indexOf(a.binding) - bindings.indexOf(b.binding) ||
      b.protocolVersion.localeCompare(a.protocolVersion),
  );
}

/** Lists the interfaces of an A2A 0.3 card: the main URL, then the additional interfaces. */
function listA2A03Interfaces(card: JsonObject): AgentInterfaceChoice[] {
  const main = { url: card['url'], transport: card['preferredTransport'] ?? 'JSONRPC' };
  return [main, ...filterObjects(card['additionalInterfaces'])].flatMap(
    ({ url, transport }): AgentInterfaceChoice[] =>
      typeof url === 'string' && typeof transport === 'string' && BINDINGS.includes(transport)
        ? [{ url, binding: transport, protocolVersion: '0.3' }]
        : [],
  );
}

function parseProtocolVersion(version: string): RemoteAgentCard['protocolVersion'] | undefined {
  const [, found] = /^(1\.0|0\.3)(\.\d+)*$/.exec(version) ?? [];
  return found === '1.0' || found === '0.3' ? found : undefined;
}

/** A remote agent's description of itself, from an agent card of A2A 1.0 or 0.3. */
export type RemoteAgentDescription = Required<
  Pick<AgentDescription, 'title' | 'description' | 'version' | 'skills'>
>;

/** Reads a remote agent's description from its card. Skills without a name are skipped. */
export function readRemoteDescription(remote: RemoteAgentCard): RemoteAgentDescription {
  const { name, description, card } = remote;
  const skills = filterObjects(card['skills']).flatMap((skill): AgentSkill[] => {
    const title = getStringOrEmpty(skill, 'name');
    if (title === '') return [];
    const [tags, examples] = [listStrings(skill['tags']), listStrings(skill['examples'])];
    return [
      {
        id: getStringOrEmpty(skill, 'id') || title,
        name: title,
        description: getStringOrEmpty(skill, 'description'),
        ...(tags.length > 0 && { tags }),
        ...(examples.length > 0 && { examples }),
      },
    ];
  });
  return { title: name, description, version: getStringOrEmpty(card, 'version'), skills };
}

function listStrings(values: JsonValue | undefined): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
