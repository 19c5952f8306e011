import { isJsonObject, TimestepError, type JsonObject, type JsonValue } from '#core';
import { maskValue } from '#agents/agent-tools';
import type { AppFrames, McpApp } from './app-frames.ts';
import { readAppOrigins } from './app-policy.ts';
import { APP_TYPE } from './apps-extension.ts';
import type { McpPeer } from '../mcp-peer.ts';
import type { PeerLink } from '../peer.ts';

const TIMEOUT = { timeout: 60_000 };

/** Reads the app at a `ui://` address, and gives it a frame. Throws `TimestepError` if the resource is not an app. */
export async function openMcpApp(
  { environment }: McpPeer,
  uri: string,
  frames: AppFrames,
): Promise<{ readonly path: string; readonly origins: McpApp['origins'] }> {
  if (!uri.startsWith('ui://')) throw createNoAppError(`${uri} is not the address of an app`);
  const { contents } = await environment.use((client) => client.readResource({ uri }, TIMEOUT));
  const [content] = contents;
  if (content?.mimeType?.replaceAll(' ', '') !== APP_TYPE) {
    throw createNoAppError(`${uri} is not of the type ${APP_TYPE}`);
  }
  const html =
    'text' in content ? content.text : Buffer.from(content.blob, 'base64').toString('utf8');
  const origins = readAppOrigins(content._meta as JsonValue | undefined);
  return { path: frames.add({ html, origins }), origins };
}

/** Calls a tool, and returns its result as the server sent it, without secrets. */
export async function callForApp(
  { environment, offer }: McpPeer,
  { recorder }: PeerLink,
  call: { readonly tool: string; readonly arguments: JsonObject; readonly isByApp: boolean },
  signal: AbortSignal,
): Promise<JsonObject> {
  const tool = offer.tools.find(({ name }) => name === call.tool);
  if (!tool) throw createNoAppError(`the server has no tool ${call.tool}`);
  if (call.isByApp && !isVisibleToApps(tool.meta)) {
    throw createNoAppError(`the server does not let apps call ${call.tool}`);
  }
  const result = await environment.use((client) =>
    client.callTool({ name: call.tool, arguments: call.arguments }, { ...TIMEOUT, signal }),
  );
  return maskValue(result as unknown as JsonObject, recorder.mask);
}

/** Returns whether apps may call a tool (SEP-1865, Visibility). */
function isVisibleToApps(meta: JsonObject | undefined): boolean {
  const ui = meta?.['ui'];
  const visibility = isJsonObject(ui) ? ui['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes('app');
}

function createNoAppError(message: string): TimestepError {
  return new TimestepError('no-app', message);
}
