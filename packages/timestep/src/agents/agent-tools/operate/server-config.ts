import { isJsonObject } from '#core';
import type { ServerDescription } from '#engine/port';
import { findServerDefinition } from '#agents/folder';
import { createFolderMask } from '../servers/masks/server-secrets.ts';
import { maskConfig } from './mask-config.ts';
import { type OperatorDeps, createServerMask } from './operator-deps.ts';

export async function getServerConfigOrEmpty(
  deps: OperatorDeps,
  name: string,
): Promise<ServerDescription> {
  const { location, folder } = deps;
  const { servers, written: manifest, settings } = folder();
  const { toolPermission } = settings;
  const overruled = toolPermission === 'tool' ? {} : { toolPermission };
  const server = servers.find((one) => one.name === name);
  const mask = server ? createServerMask(deps, server) : createFolderMask(folder());
  if (location && location.entry === undefined) {
    const found = await findServerDefinition(location.storage, name);
    if (found) {
      const { path } = found.file;
      return { path, written: maskConfig(found.server, mask), ...overruled, isEditable: true };
    }
  }
  const written = isJsonObject(manifest['mcpServers']) ? manifest['mcpServers'][name] : undefined;
  return {
    ...(location?.entry !== undefined && { path: location.entry }),
    written: isJsonObject(written) ? maskConfig(written, mask) : {},
    ...overruled,
    isEditable: false,
  };
}
