import type { JsonObject } from '../core/index.ts';
import { agentFilesSync } from './agent-files.ts';
import { FolderError } from './folder-error.ts';
import type { Fields } from './fields.ts';
import { manifestIn, metadataIn } from './folder-from-files.ts';
import { collected, type FolderProblem } from './problem.ts';

/** The revision of the registry's `server.json` that is written. */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** An agent as the MCP registry describes servers; absent where a mistake keeps it from being one. */
export interface RegistryEntry {
  readonly entry?: JsonObject;
  readonly problems: readonly FolderProblem[];
}

/**
 * The `server.json` with which an agent is published in the MCP registry, made of its metadata and of
 * `metadata.registry`. Throws `FolderError` where there is no agent.
 */
export function registryEntry(path: string): RegistryEntry {
  const { problems, report } = collected();
  const files = agentFilesSync(path);
  const manifest = manifestIn(files, report);
  if (!manifest) throw new FolderError(`${path} holds no agent that can be read`, { problems });
  const entry = entryOf(manifest.fields, files.directory);
  const mistakes = problems.filter(({ severity }) => severity === 'mistake');
  return { problems, ...(mistakes.length === 0 && { entry }) };
}

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const LONGEST_DESCRIPTION = 100;
const LONGEST_TITLE = 100;

function entryOf(fields: Fields, directory: string): JsonObject {
  const { name: title, description, version, card } = metadataIn(fields, directory);
  const metadata = fields.inside('metadata');
  const registry = metadata.inside('registry');
  const name = registry.needed('name', registry.text('name'));
  if (name !== '' && (!NAME.test(name) || name.length < 3 || name.length > 200)) {
    registry.wrong(
      'name',
      'must be as io.github.you/agent, with one slash, of 200 characters at most',
    );
  }
  const about = registry.text('description') ?? description ?? '';
  if (about === '' || about.length > LONGEST_DESCRIPTION) {
    const what = `must have 1 to ${LONGEST_DESCRIPTION} characters for the registry: write registry.description`;
    metadata.wrong('description', what);
  }
  if (/^(?:[\^~<>=]|latest$)|[*x]$|\s/.test(version) || version.length > 255) {
    metadata.wrong('version', 'must be one version for the registry, as 1.0.2');
  }
  const remotes = listIn(registry, 'remotes', remoteIn);
  const packages = listIn(registry, 'packages', packageIn);
  if (remotes.length + packages.length === 0) {
    registry.wrong(
      'remotes',
      'or packages must say how the agent is reached: addresses, as ["https://…/mcp"]',
    );
  }
  const repository =
    registry.value['repository'] === undefined ? undefined : repositoryIn(registry);
  const websiteUrl = registry.text('websiteUrl') ?? card?.documentationUrl;
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

/** The entries of a list; an address alone stands for an entry that has nothing else. */
function listIn(
  registry: Fields,
  name: string,
  read: (entry: Fields) => JsonObject,
): readonly JsonObject[] {
  const given = registry.value[name];
  const isOfAddresses = Array.isArray(given) && given.every((one) => typeof one === 'string');
  if (!isOfAddresses) return (registry.list(name) ?? []).map(read);
  return given.map((url: string) => read(registry.with({ url })));
}

const REMOTES = ['streamable-http', 'sse'] as const;

function remoteIn(remote: Fields): JsonObject {
  const url = remote.needed('url', remote.text('url'));
  const protocol = URL.parse(url.replaceAll(/\{[^{}]{0,256}\}/g, 'x'))?.protocol ?? '';
  if (url !== '' && !/^https?:$/.test(protocol)) {
    remote.wrong('url', 'must be an address, as https://agents.example/mcp');
  }
  const { headers, variables } = remote.value;
  return {
    type: remote.choice('type', REMOTES) ?? 'streamable-http',
    url,
    ...(headers !== undefined && { headers }),
    ...(variables !== undefined && { variables }),
  };
}

/** Registries whose packages are named by a version beside their name. */
const VERSIONED = ['npm', 'pypi', 'nuget'];

function packageIn(one: Fields): JsonObject {
  const registryType = one.needed('registryType', one.text('registryType'));
  const identifier = one.needed('identifier', one.text('identifier'));
  const version = one.text('version');
  if (
    VERSIONED.includes(registryType) &&
    (!version || /^(?:latest$|[\^~<>=])|[*x]$/.test(version))
  ) {
    one.wrong('version', 'must be one version of the package, as 1.0.2');
  }
  if (registryType === 'mcpb' && !/^[a-f0-9]{64}$/.test(one.text('fileSha256') ?? '')) {
    one.wrong('fileSha256', 'must be the SHA-256 of the file, in 64 lower-case digits');
  }
  const transport = one.value['transport'] ?? { type: 'stdio' };
  return { ...one.value, registryType, identifier, transport };
}

function repositoryIn(registry: Fields): JsonObject {
  const repository = registry.inside('repository');
  const url = repository.needed('url', repository.text('url'));
  const source = repository.needed('source', repository.text('source'));
  const subfolder = repository.text('subfolder');
  return { url, source, ...(subfolder !== undefined && { subfolder }) };
}
