import { statSync } from 'node:fs';
import { posix, resolve, basename, dirname } from 'node:path';
import type { AgentStorage } from '#engine/port';
import type { AgentFiles } from './agent-files.ts';
import { MANIFEST, isAgentFile } from './agent-paths.ts';
import { fileStorage } from './file-storage.ts';

/** The storage of an agent, and the name of its file if the agent is a single file. */
export interface AgentLocation {
  readonly storage: AgentStorage;
  readonly entry?: string;
}

/** Source of an agent: the path of a folder, of its `tsagent.json` or of a file; or a storage. */
export type AgentSource = string | AgentStorage;

export function toAgentLocation(source: AgentSource): AgentLocation {
  if (typeof source !== 'string') return { storage: source };
  const { directory, entry } = splitAgentPath(source);
  return { storage: fileStorage(directory), ...(entry !== undefined && { entry }) };
}

export function getDisplayPath(source: { readonly location: string }, path: string): string {
  return posix.join(source.location, path);
}

export function splitAgentPath(path: string): Pick<AgentFiles, 'directory' | 'entry'> {
  const whole = resolve(path);
  const [directory, entry] = [dirname(whole), basename(whole)];
  if (entry === MANIFEST) return { directory };
  const isFile = isAgentFile(whole) && !statSync(whole, { throwIfNoEntry: false })?.isDirectory();
  return isFile ? { directory, entry } : { directory: whole };
}
