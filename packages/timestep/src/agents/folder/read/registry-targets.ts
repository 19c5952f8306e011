import { type JsonObject, omitUndefined } from '#core';
import type { Fields } from '../text/fields.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';

export function reportUnknownRegistryFields(registry: Fields): void {
  reportUnknownFields(registry, KNOWN_FIELDS.registry);
  reportUnknownFields(registry.getObject('repository'), KNOWN_FIELDS.registryRepository);
  for (const [name, known] of [
    ['remotes', KNOWN_FIELDS.registryRemote],
    ['packages', KNOWN_FIELDS.registryPackage],
  ] as const) {
    parseRegistryEntries(registry, name, (entry) => {
      reportUnknownFields(entry, known);
      return {};
    });
  }
}

export function parseRegistryEntries(
  registry: Fields,
  name: string,
  parseEntry: (entry: Fields) => JsonObject,
): readonly JsonObject[] {
  const given = registry.value[name];
  const isOfAddresses = Array.isArray(given) && given.every((one) => typeof one === 'string');
  if (!isOfAddresses) return (registry.getObjects(name) ?? []).map(parseEntry);
  return given.map((url: string) => parseEntry(registry.withValue({ url })));
}

const REMOTES = ['streamable-http', 'sse'] as const;

export function parseRemote(remote: Fields): JsonObject {
  const url = remote.requireText('url');
  const protocol = URL.parse(url.replaceAll(/\{[^{}]{0,256}\}/g, 'x'))?.protocol ?? '';
  if (url !== '' && !/^https?:$/.test(protocol)) {
    remote.reportMistake('url', 'must be a URL such as https://agents.example/mcp');
  }
  const { headers, variables } = remote.value;
  return {
    type: remote.getChoice('type', REMOTES) ?? 'streamable-http',
    url,
    ...omitUndefined({ headers, variables }),
  };
}

const VERSIONED = ['npm', 'pypi', 'nuget'];

export function parsePackage(one: Fields): JsonObject {
  const registryType = one.requireText('registryType');
  const identifier = one.requireText('identifier');
  const version = one.getText('version');
  if (
    VERSIONED.includes(registryType) &&
    (!version || /^(?:latest$|[\^~<>=])|[*x]$/.test(version))
  ) {
    one.reportMistake('version', 'must be a single version of the package, such as 1.0.2');
  }
  if (registryType === 'mcpb' && !/^[a-f0-9]{64}$/.test(one.getText('fileSha256') ?? '')) {
    const fault = 'must be the SHA-256 hash of the file, in 64 lowercase hex digits';
    one.reportMistake('fileSha256', fault);
  }
  const transport = one.value['transport'] ?? { type: 'stdio' };
  return { ...one.value, registryType, identifier, transport };
}

export function parseRepository(registry: Fields): JsonObject {
  const repository = registry.getObject('repository');
  const url = repository.requireText('url');
  const source = repository.requireText('source');
  const subfolder = repository.getText('subfolder');
  return { url, source, ...(subfolder !== undefined && { subfolder }) };
}
