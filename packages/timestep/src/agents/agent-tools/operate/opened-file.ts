import { type Mask, createMask } from '#core';
import type { AgentFileText, StoredFile } from '#engine/port';
import {
  type AgentLocation,
  type AgentFolder,
  isPathOfAgentFile,
  VARIABLES,
  findFileFields,
  FolderError,
} from '#agents/folder';
import { createFolderMask, listServerSecrets } from '../servers/masks/server-secrets.ts';
import type { EditHistory } from './edit-history.ts';
import { getPartOfFile } from './file-lines.ts';
import { listPlainSecrets, maskDefaultsInFile } from './plain-secrets.ts';

export interface OperatorFilesDeps {
  readonly location: AgentLocation;
  readonly folder: () => AgentFolder;
  readonly refresh: () => Promise<unknown>;
  readonly history: EditHistory;
}

/** Opens a file of an agent; undefined if it does not exist. Rejects for files of other kinds. */
export async function readMaskedAgentFile(
  { location: { storage, entry }, folder }: OperatorFilesDeps,
  path: string,
): Promise<AgentFileText | undefined> {
  const isItsOwn =
    entry === undefined ? isPathOfAgentFile(path) && path !== VARIABLES : path === entry;
  if (!isItsOwn)
    throw new FolderError(
      `${path} cannot be opened, because it is not an editable file of the agent`,
    );
  const file = await storage.read(path);
  if (!file) return undefined;
  const line = { path, part: entry === undefined ? getPartOfFile(path) : 'agent' } as const;
  const text = decodeUtf8(file);
  if (text === undefined) return { ...line, text: '', why: 'it is not text of less than 1 MB' };
  const masked = createFileMask(folder())(text);
  const fields = entry === undefined ? findFileFields(path) : undefined;
  if (masked === text) return { ...line, text, version: file.version, ...(fields && { fields }) };
  const why =
    'it contains a secret in plain text: write ${env:NAME} in its place, with an editor of the machine';
  return { ...line, text: masked, why };
}

export function createFileMask(folder: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const ofFolder = createFolderMask(folder);
  const ofServers = folder.servers.flatMap(listServerSecrets);
  return (text) =>
    createMask([...ofServers, ...listPlainSecrets(text)])(ofFolder(maskDefaultsInFile(text)));
}

/** Maximum size in bytes of a file that operators can read and change. */
export const MAX_BYTES = 1_000_000;

function decodeUtf8({ contents }: StoredFile): string | undefined {
  if (contents.byteLength > MAX_BYTES) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(contents);
  } catch {
    return undefined;
  }
}
