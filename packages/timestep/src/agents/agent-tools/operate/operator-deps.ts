import type { Mask } from '../../../core/index.ts';
import type { OperatorServers } from '../../../engine/port/index.ts';
import {
  type AgentLocation,
  type AgentFolder,
  FolderError,
  type ToolServer,
} from '../../folder/index.ts';
import { createLiveMask } from '../servers/secret-list.ts';
import { createFolderMask } from '../folder-mask.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import type { EditHistory } from './edit-history.ts';

/** Dependencies of operator operations: the servers of a folder and the connections of its pool. */
export interface OperatorDeps {
  readonly pool: ServerPool;
  /** Location of the agent's files. Undefined if it has no files. */
  readonly location?: AgentLocation;
  readonly folder: () => OperatorFolder;
  /** Reads the agent's files again. */
  readonly refresh: () => Promise<unknown>;
  readonly internal: OperatorServers['listInternalTools'];
  /** Edits of the agent that can be undone. */
  readonly history: EditHistory;
  /** Creates a unique key for a tool call. */
  readonly newKey: () => string;
}

/** The parts of a folder that operator operations need. */
type OperatorFolder = Pick<
  AgentFolder,
  'servers' | 'disabledServers' | 'settings' | 'permissions' | 'env' | 'written'
>;

/**
 * Creates a mask that removes the secrets of the agent and a server from texts, and truncates texts
 * that are too long to display.
 */
export function createServerMask({ folder, pool }: OperatorDeps, server: ToolServer): Mask {
  const ofFolder = createFolderMask(folder());
  const { mask: ofServer } = createLiveMask(pool.getOrCreate(server).secrets.listAll);
  return (text) => {
    const masked = ofServer(ofFolder(text));
    return masked.length > MAX_TEXT_LENGTH ? `${masked.slice(0, MAX_TEXT_LENGTH)}…` : masked;
  };
}

const MAX_TEXT_LENGTH = 200_000;

/**
 * Returns the location of the files in which switches can be changed. Throws `FolderError` if there
 * are none.
 */
export function requireEditableLocation({
  location,
}: Pick<OperatorDeps, 'location'>): AgentLocation {
  if (location && location.entry === undefined) return location;
  const why = location
    ? `${location.entry} is the only file of its agent: change the tools there`
    : 'the agent has no files: change the program that serves it';
  throw new FolderError(why, { code: 'no-such-part' });
}
