import type { Mask } from '../../core/index.ts';
import type { OperatorServers } from '../../port/index.ts';
import type { AgentPlace } from '../agent-files.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { FolderError } from '../folder-error.ts';
import { growingMask } from '../growing-secrets.ts';
import { maskOfFolder } from '../mask-of-folder.ts';
import type { ServerPool } from '../server-pool.ts';
import type { EditHistory } from './edit-history.ts';
import type { ToolServer } from '../tool-server.ts';

/** What operators work with: the servers of a folder, over the connections of its pool. */
export interface OperatorSite {
  readonly pool: ServerPool;
  /** Where the agent's files are; absent: it has none. */
  readonly place?: AgentPlace;
  readonly folder: () => OperatorFolder;
  /** Reads the agent's files. */
  readonly refresh: () => Promise<unknown>;
  readonly internal: OperatorServers['internal'];
  /** Where edits of the agent are kept that can be taken back. */
  readonly history: EditHistory;
  /** A key for each call that is made. */
  readonly newKey: () => string;
}

/** What is needed of a folder. */
type OperatorFolder = Pick<
  AgentFolder,
  'servers' | 'disabledServers' | 'settings' | 'permissions' | 'env' | 'written'
>;

/** Takes out of texts what the agent and a server keep secret, and cuts those that are too long to show. */
export function maskFor({ folder, pool }: OperatorSite, server: ToolServer): Mask {
  const ofFolder = maskOfFolder(folder());
  const { mask: ofServer } = growingMask(pool.take(server).secrets.all);
  return (text) => {
    const masked = ofServer(ofFolder(text));
    return masked.length > LONGEST_TEXT ? `${masked.slice(0, LONGEST_TEXT)}…` : masked;
  };
}

const LONGEST_TEXT = 200_000;

/** The files in which switches can be changed. Throws `FolderError` where there are none. */
export function editablePlace({ place }: Pick<OperatorSite, 'place'>): AgentPlace {
  if (place && place.entry === undefined) return place;
  const why = place
    ? `${place.entry} is the only file of its agent: change the tools there`
    : 'the agent has no files: change the program that serves it';
  throw new FolderError(why, { code: 'no-such-part' });
}
