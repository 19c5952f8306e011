import { omitUndefined } from '#core';
import type { ServerResources, ServerResource, ServerContent } from '#engine/port';
import type { ConnectedEnvironment } from '#protocols/mcp';
import { createNoSuchPartError } from '#agents/folder';
import { convertCallerMistakes } from './caller-mistake.ts';

/** Timeout in milliseconds of a request for resources. */
export const TIMEOUT = { timeout: 30_000 };

export async function listServerResources(
  environment: ConnectedEnvironment,
): Promise<ServerResources> {
  return environment.use(async (client) => {
    // Servers without resources are not asked, because the SDK would write to standard output.
    if (!client.getServerCapabilities()?.resources) return { resources: [], templates: [] };
    const { resources } = await client.listResources(undefined, TIMEOUT);
    const templates = await client.listResourceTemplates(undefined, TIMEOUT).then(
      ({ resourceTemplates }) => resourceTemplates,
      () => [],
    );
    return {
      resources: resources.map(toResource),
      templates: templates.map(({ uriTemplate, ...rest }) =>
        toResource({ ...rest, uri: uriTemplate }),
      ),
    };
  });
}

function toResource(given: {
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}): ServerResource {
  const { uri, name, description, mimeType } = given;
  return omitUndefined({ uri, name, description, mimeType });
}

export async function readResource(
  environment: ConnectedEnvironment,
  server: string,
  uri: string,
): Promise<readonly ServerContent[]> {
  const { contents } = await environment.use((client) => {
    if (!client.getServerCapabilities()?.resources) {
      throw createNoSuchPartError(`the server ${server} has no resources`);
    }
    return convertCallerMistakes(() => client.readResource({ uri }, TIMEOUT));
  });
  return contents.map(({ uri: place, mimeType, ...part }): ServerContent => ({
    ...omitUndefined({ uri: place, mimeType }),
    ...('text' in part ? { text: part.text } : { bytes: Buffer.byteLength(part.blob, 'base64') }),
  }));
}
