import { type JsonObject, isJsonObject } from '#core';
import type { FolderProblem } from '../problem.ts';
import { parseManifest } from '../read/manifest.ts';
import { WITHOUT_SECRETS } from '../read/parse-folder.ts';
import { parseFolderOrThrow } from '../read/read-agent-folder.ts';
import { readAgentFiles } from '../storage/agent-files.ts';
import { type AgentSource, toAgentLocation } from '../storage/agent-location.ts';
import { MANIFEST, isYaml, VARIABLES } from '../storage/agent-paths.ts';
import { type CloneOptions, cloneAgent, copyFiles } from './clone-agent.ts';
import { requireFolderStorage, writeNewAgent } from './create-agent-folder.ts';
import { createPartTexts } from './new-agent.ts';

/** The result of importing an agent. */
export interface ImportResult {
  readonly paths: readonly string[];
  /** Settings of the source that could not be imported. */
  readonly warnings: readonly FolderProblem[];
}

const IN_FILES = ['systemPrompt', 'rules', 'references'];

/** Writes a folder from any kind of agent. Rejects with `exists-already` if it has an agent. */
export async function importAgent(
  source: AgentSource,
  target: AgentSource,
  { name }: CloneOptions = {},
): Promise<ImportResult> {
  const place = toAgentLocation(source);
  const to = requireFolderStorage(target);
  const files = await readAgentFiles(place);
  const { rules, references, written, warnings } = parseFolderOrThrow(files, WITHOUT_SECRETS);
  if (place.entry === undefined) {
    const { paths } = await cloneAgent(source, to, name === undefined ? {} : { name });
    return { paths, warnings };
  }
  // An imported file without instructions gets an empty prompt.
  const { prompt = '' } = parseManifest(files, () => undefined) ?? {};
  const texts = {
    ...createPartTexts({ prompt, rules, references }),
    [MANIFEST]: `${JSON.stringify(createImportedManifest(written, name), undefined, 2)}\n`,
  };
  await writeNewAgent(to, texts);
  const variables = isYaml(place.entry) && files.texts.has(VARIABLES) ? [VARIABLES] : [];
  await copyFiles(place.storage, to, variables);
  return { paths: [...Object.keys(texts), ...variables], warnings };
}

function createImportedManifest(written: JsonObject, name: string | undefined): JsonObject {
  const kept = Object.entries(written).filter(([field]) => !IN_FILES.includes(field));
  const manifest = Object.fromEntries(kept);
  const metadata = isJsonObject(manifest['metadata']) ? manifest['metadata'] : {};
  return { ...manifest, metadata: { ...metadata, ...(name !== undefined && { name }) } };
}
