import { isJsonObject, type JsonObject } from '../core/index.ts';
import { agentFiles, placeOf, type AgentSource } from './agent-files.ts';
import { isYaml, MANIFEST, VARIABLES } from './agent-paths.ts';
import { cloneAgent, copyFiles, type CloneOptions } from './clone-agent.ts';
import { partTexts, storageFor, writeAgent } from './create-agent-folder.ts';
import { throwMistakes } from './folder-error.ts';
import { folderFrom, manifestIn, WITHOUT_SECRETS } from './folder-from-files.ts';
import { collected, type FolderProblem } from './problem.ts';

/** What became of an agent that was imported. */
export interface Imported {
  /** Paths of the files that were written. */
  readonly paths: readonly string[];
  /** What the agent said elsewhere and does not say here. */
  readonly warnings: readonly FolderProblem[];
}

/** Parts of an agent of one file that are files of their own in a folder. */
const IN_FILES = ['systemPrompt', 'rules', 'references'];

/**
 * Writes an agent folder from any form of agent that can be read: a folder, a file of YAML, or an agent
 * of Claude Code, opencode or Gemini CLI. Secrets stay as they are written. Rejects with `FolderError`,
 * with the code `exists-already` where there is an agent.
 */
export async function importAgent(
  source: AgentSource,
  target: AgentSource,
  { name }: CloneOptions = {},
): Promise<Imported> {
  const place = placeOf(source);
  const to = storageFor(target);
  const files = await agentFiles(place);
  const { problems, report } = collected();
  // Secrets are not read: they need not be there where an agent is only written down.
  const folder = folderFrom(files, WITHOUT_SECRETS, report);
  throwMistakes(problems);
  const prompt = manifestIn(files, () => undefined)?.prompt;
  if (!folder || prompt === undefined)
    throw new Error('an agent that cannot be read has a mistake');
  if (place.entry === undefined) {
    const { paths } = await cloneAgent(source, to, name === undefined ? {} : { name });
    return { paths, warnings: problems };
  }
  const texts = {
    ...partTexts({ prompt, rules: folder.rules, references: folder.references }),
    [MANIFEST]: `${JSON.stringify(manifestFor(folder.written, name), undefined, 2)}\n`,
  };
  await writeAgent(to, texts);
  const variables = isYaml(place.entry) && files.texts.has(VARIABLES) ? [VARIABLES] : [];
  await copyFiles(place.storage, to, variables);
  return { paths: [...Object.keys(texts), ...variables], warnings: problems };
}

function manifestFor(written: JsonObject, name: string | undefined): JsonObject {
  const kept = Object.entries(written).filter(([field]) => !IN_FILES.includes(field));
  const manifest = Object.fromEntries(kept);
  const metadata = isJsonObject(manifest['metadata']) ? manifest['metadata'] : {};
  return { ...manifest, metadata: { ...metadata, ...(name !== undefined && { name }) } };
}
