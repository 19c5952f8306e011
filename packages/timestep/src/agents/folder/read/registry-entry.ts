import type { JsonObject } from '#core';
import { type FolderProblem, createProblemCollector, FolderError } from '../problem.ts';
import { readAgentFilesSync } from '../storage/agent-files.ts';
import type { Fields } from '../text/fields.ts';
import { parseManifest } from './manifest.ts';
import { parseMetadata } from './metadata.ts';
import {
  parseRegistryEntries,
  parseRemote,
  parsePackage,
  parseRepository,
} from './registry-targets.ts';

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
  if (!manifest) throw new FolderError(`${path} contains no agent that can be read`, { problems });
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
    const fault =
      'must have the form io.github.you/agent, with one slash and at most 200 characters';
    registry.reportMistake('name', fault);
  }
  const about = registry.getText('description') ?? description ?? '';
  if (about === '' || about.length > LONGEST_DESCRIPTION) {
    const what = `must have 1 to ${LONGEST_DESCRIPTION} characters for the registry: set registry.description`;
    metadata.reportMistake('description', what);
  }
  if (/^(?:[\^~<>=]|latest$)|[*x]$|\s/.test(version) || version.length > 255) {
    metadata.reportMistake('version', 'must be a single version for the registry, such as 1.0.2');
  }
  const remotes = parseRegistryEntries(registry, 'remotes', parseRemote);
  const packages = parseRegistryEntries(registry, 'packages', parsePackage);
  if (remotes.length + packages.length === 0) {
    const fault = 'or packages must define how to reach the agent, such as ["https://…/mcp"]';
    registry.reportMistake('remotes', fault);
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
