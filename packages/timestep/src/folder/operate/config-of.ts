import { isJsonObject } from '../../core/index.ts';
import type { ServerDescription } from '../../port/index.ts';
import { findServerDefinition } from '../edit-manifest.ts';
import { createFolderMask } from '../folder-mask.ts';
import { maskFor, type OperatorSite } from './operator-site.ts';
import { shownConfig } from './shown-config.ts';

/** Returns the definition of a server from the agent's files, even if the server is disabled. */
export async function configOf(site: OperatorSite, name: string): Promise<ServerDescription> {
  const { place, folder } = site;
  const { servers, written: manifest, settings } = folder();
  const overruled =
    settings.toolPermission === 'tool' ? {} : { toolPermission: settings.toolPermission };
  const server = servers.find((one) => one.name === name);
  const mask = server ? maskFor(site, server) : createFolderMask(folder());
  if (place && place.entry === undefined) {
    const found = await findServerDefinition(place.storage, name);
    if (found) {
      const { path } = found.file;
      return { path, written: shownConfig(found.server, mask), ...overruled, isEditable: true };
    }
  }
  const { mcpServers } = manifest;
  const written = isJsonObject(mcpServers) ? mcpServers[name] : undefined;
  return {
    ...(place?.entry !== undefined && { path: place.entry }),
    written: isJsonObject(written) ? shownConfig(written, mask) : {},
    ...overruled,
    isEditable: false,
  };
}
