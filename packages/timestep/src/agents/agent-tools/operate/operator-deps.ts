import type { Mask } from '#core';
import type { OperatorServers } from '#engine/port';
import {
  type AgentLocation,
  type AgentFolder,
  createNoSuchPartError,
  type ToolServer,
} from '#agents/folder';
import { createLiveMask } from '../servers/masks/live-mask.ts';
import { createFolderMask } from '../servers/masks/server-secrets.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import type { EditHistory } from './edit-history.ts';

export interface OperatorDeps {
  readonly pool: ServerPool;
  readonly location?: AgentLocation;
  readonly folder: () => OperatorFolder;
  readonly refresh: () => Promise<unknown>;
  readonly internal: OperatorServers['listInternalTools'];
  readonly history: EditHistory;
  readonly newKey: () => string;
}

type OperatorFolder = Pick<
  AgentFolder,
  'servers' | 'disabledServers' | 'settings' | 'permissions' | 'env' | 'written'
>;

export function createServerMask({ folder, pool }: OperatorDeps, server: ToolServer): Mask {
  const ofFolder = createFolderMask(folder());
  const { mask: ofServer } = createLiveMask(pool.getOrCreate(server).secrets.listAll);
  return (text) => {
    const masked = ofServer(ofFolder(text));
    return masked.length > MAX_TEXT_LENGTH ? `${masked.slice(0, MAX_TEXT_LENGTH)}…` : masked;
  };
}

const MAX_TEXT_LENGTH = 200_000;

export function requireEditableLocation(location: AgentLocation | undefined): AgentLocation {
  if (location && location.entry === undefined) return location;
  throw createNoSuchPartError(
    location
      ? `${location.entry} is the only file of its agent: change the tools there`
      : 'the agent has no files: change the program that serves it',
  );
}
