import { findAppAddress, type JsonObject } from '#core';
import type { ToolResult } from '#engine/port';

/** The tool that returned a result. */
interface CalledTool {
  readonly server: string;
  readonly tool: string;
  readonly meta: JsonObject | undefined;
}

/** Maximum number of characters of the data for an app, as JSON, because the data is stored in the log. */
const MOST_DATA = 200_000;

/** Adds the app by which the tool's server shows a result, with the data of the result. */
export function addAppToResult(result: ToolResult, { server, tool, meta }: CalledTool): ToolResult {
  const uri = findAppAddress(meta);
  if (uri === undefined || result.isError || result.question || result.awaits) return result;
  const { structured: data } = result;
  const isShort = data !== undefined && JSON.stringify(data).length <= MOST_DATA;
  return { ...result, app: { server, tool, uri, ...(isShort && { data }) } };
}
