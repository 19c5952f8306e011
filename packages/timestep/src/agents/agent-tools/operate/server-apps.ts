import { isJsonObject, TimestepError, type JsonValue, type ToolSchema } from '#core';
import type { ToolServer } from '#agents/folder';
import type { AppDocument } from '#engine/port';
import type { ConnectedEnvironment } from '#protocols/mcp';
import { judgeOperatorCall } from './call-verdict.ts';
import { TIMEOUT } from './server-resources.ts';

/** Reads the document of an MCP App. Throws `TimestepError` if the resource is not one. */
export async function readAppDocument(
  environment: ConnectedEnvironment,
  uri: string,
): Promise<AppDocument> {
  if (!uri.startsWith('ui://')) throw createNoAppError(`${uri} is not the address of an app`);
  const { APP_TYPE } = await import('#protocols/mcp');
  const { contents } = await environment.use((client) => client.readResource({ uri }, TIMEOUT));
  const [content] = contents;
  if (content?.mimeType?.replaceAll(' ', '') !== APP_TYPE) {
    throw createNoAppError(`${uri} is not of the type ${APP_TYPE}`);
  }
  const html =
    'text' in content ? content.text : Buffer.from(content.blob, 'base64').toString('utf8');
  const meta = content._meta as JsonValue | undefined;
  return { html, ...(isJsonObject(meta) && { meta }) };
}

/** Throws `TimestepError` unless an app may read a resource. Documents of apps are for all apps of their server. */
export function requireReadableByApp(
  folder: Parameters<typeof judgeOperatorCall>[0],
  server: ToolServer,
  uri: string,
): void {
  if (uri.startsWith('ui://')) return;
  const verdict = judgeOperatorCall(folder, server, READ_RESOURCE, { uri });
  if (verdict.kind === 'allow') return;
  throw new TimestepError('denied', `an app may not read ${uri}: ${verdict.why}`);
}

/** The tool by which models read resources, whose rules hold for apps too. */
const READ_RESOURCE: ToolSchema = {
  type: 'function',
  function: { name: 'read_resource', parameters: { type: 'object' } },
};

function createNoAppError(message: string): TimestepError {
  return new TimestepError('no-app', message);
}
