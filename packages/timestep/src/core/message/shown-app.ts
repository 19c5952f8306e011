import { isJsonObject, type JsonObject, type JsonValue } from '../data/json.ts';

/** The MCP App that shows the result of a tool call (SEP-1865). */
export interface ShownApp {
  /** Name of the tool's server in the files of the agent. */
  readonly server: string;
  /** Name of the tool on its server. */
  readonly tool: string;
  /** Address of the app, such as `ui://weather/map`. */
  readonly uri: string;
  /** The result as data, which may contain more than the text for the model. */
  readonly data?: JsonValue;
}

const LONGEST_ADDRESS = 2000;

/** Returns the address of the app that shows results of a tool (SEP-1865, Resource Discovery). */
export function findAppAddress(meta: JsonObject | undefined): string | undefined {
  const ui = meta?.['ui'];
  const uri = isJsonObject(ui) ? ui['resourceUri'] : meta?.['ui/resourceUri'];
  if (typeof uri !== 'string' || uri.length > LONGEST_ADDRESS) return undefined;
  return uri.startsWith('ui://') ? uri : undefined;
}

/** Whether models, or apps, may call a tool. By default, both may (SEP-1865, Visibility). */
export function isToolVisibleTo(caller: 'model' | 'app', meta: JsonObject | undefined): boolean {
  const ui = meta?.['ui'];
  const visibility = isJsonObject(ui) ? ui['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes(caller);
}
