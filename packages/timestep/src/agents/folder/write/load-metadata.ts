import { omitUndefined } from '#core';
import type { AgentMetadata, FolderSettings, AgentFolder } from '../agent-folder.ts';
import { createProblemCollector, throwIfMistakes } from '../problem.ts';
import { parseManifest } from '../read/manifest.ts';
import { parseMetadata } from '../read/metadata.ts';
import { parseOutputSchema } from '../read/output-schema.ts';
import { parseSettings } from '../read/settings.ts';
import { readManifestFile } from '../storage/agent-files.ts';
import { type AgentSource, toAgentLocation } from '../storage/agent-location.ts';
import { MANIFEST } from '../storage/agent-paths.ts';

/** Metadata and limits of an agent, read without loading the agent. */
export type LoadedMetadata = AgentMetadata &
  Pick<FolderSettings, 'maxSteps' | 'modelPatienceS'> &
  Pick<AgentFolder, 'output'>;

/** Checks whether a folder or file contains an agent. */
export async function agentExists(source: AgentSource): Promise<boolean> {
  const { storage, entry = MANIFEST } = toAgentLocation(source);
  return (await storage.read(entry)) !== undefined;
}

/** Reads metadata from one file, without secrets and servers. Rejects with `FolderError`. */
export async function loadAgentMetadata(source: AgentSource): Promise<LoadedMetadata> {
  const files = await readManifestFile(toAgentLocation(source));
  const { problems, report } = createProblemCollector();
  const fields = parseManifest(files, report)?.fields;
  const settings = fields && parseSettings(fields.getObject('settings'));
  const loaded = fields && {
    ...parseMetadata(fields, files.directory),
    ...omitUndefined({
      output: parseOutputSchema(fields, files, report),
      maxSteps: settings?.maxSteps,
      modelPatienceS: settings?.modelPatienceS,
    }),
  };
  throwIfMistakes(problems);
  if (loaded) return loaded;
  throw new Error(
    'internal error: the metadata of the agent is missing, but no mistake was reported',
  );
}
