import type { JsonObject } from '../../../core/index.ts';
import { FolderError, createProblemCollector, type FolderProblem } from '../problem.ts';
import { readAgentFilesSync } from '../storage/agent-files.ts';
import type { Fields } from '../text/fields.ts';
import { parseManifest, parseMetadata } from './folder-from-files.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

/** The version of the MCP registry's `server.json` schema that is written. */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The MCP registry entry of an agent. `entry` is undefined if a problem is an error. */
export interface RegistryEntry {
  readonly entry?: JsonObject;
  readonly problems: readonly FolderProblem[];
}

/** Creates the `server.json` for the MCP registry. Throws `FolderError` if there is no agent. */
export function createRegistryEntry(path: string): RegistryEntry {
  const { problems, report } = createProblemCollector();
  const files = readAgentFilesSync(path);
  const manifest = parseManifest(files, report);
  if (!manifest) throw new FolderError(`${path} contains no readable agent`, { problems });
  const entry = createServerJson(manifest.fields, files.directory);
  const mistakes = problems.filter(({ severity }) => severity === 'mistake');
  return { problems, ...(mistakes.length === 0 && { entry }) };
}

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const LONGEST_DESCRIPTION = 100;
const LONGEST_TITLE = 100;

function createServerJson(fields: Fields, directory: string): JsonObject {
  const { name: title, description, version, card } = parseMetadata(fields, directory);
  const metadata = fields.getObject('metadata');
  const registry = metadata.getObject('registry');
  const name = registry.requireText('name');
  if (name !== '' && (!NAME.test(name) || name.length < 3 || name.length > 200)) {
    registry.reportMistake(
      'name',
      'must have the form io.github.you/agent, with one slash and at most 200 characters',
    );
  }
  const about = registry.getText('description') ?? description ?? '';
  if (about === '' || about.length > LONGEST_DESCRIPTION) {
    const what = `must have 1 to ${LONGEST_DESCRIPTION} characters for the registry: set registry.description`;
    metadata.reportMistake('description', what);
  }
  if (/^(?:[\^~<>=]|latest$)|[*x]$|\s/.test(version) || version.length > 255) {
    metadata.reportMistake('version', 'must be a single version for the registry, such as 1.0.2');
  }
  const remotes = parseEntryList(registry, 'remotes', parseRemote);
  const packages = parseEntryList(registry, 'packages', parsePackage);
  if (remotes.length + packages.length === 0) {
    registry.reportMistake(
      'remotes',
      'or packages must define how to reach the agent, such as ["https://…/mcp"]',
    );
  }
  const repository =
    registry.value['repository'] === undefined ? undefined : parseRepository(registry);
  const websiteUrl = registry.getText('websiteUrl') ?? card?.documentationUrl;
  const icon = card?.iconUrl;
  return {
    $schema: SCHEMA,
    name,
    ...(title.length <= LONGEST_TITLE && { title }),
    description: about,
    version,
    ...(websiteUrl !== undefined && { websiteUrl }),
    ...(icon?.startsWith('https:') && { icons: [{ src: icon }] }),
    ...(repository && { repository }),
    ...(remotes.length > 0 && { remotes }),
    ...(packages.length > 0 && { packages }),
  };
}

/** A plain URL stands for an entry with only a URL. */
function parseEntryList(
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

function parseRemote(remote: Fields): JsonObject {
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

/** Registries that identify packages by name and version. */
const VERSIONED = ['npm', 'pypi', 'nuget'];

function parsePackage(one: Fields): JsonObject {
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
    one.reportMistake(
      'fileSha256',
      'must be the SHA-256 hash of the file, in 64 lowercase hex digits',
    );
  }
  const transport = one.value['transport'] ?? { type: 'stdio' };
  return { ...one.value, registryType, identifier, transport };
}

function parseRepository(registry: Fields): JsonObject {
  const repository = registry.getObject('repository');
  const url = repository.requireText('url');
  const source = repository.requireText('source');
  const subfolder = repository.getText('subfolder');
  return { url, source, ...(subfolder !== undefined && { subfolder }) };
}
