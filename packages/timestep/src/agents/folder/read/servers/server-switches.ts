import type { Fields } from '../../text/fields.ts';
import { type Include, INCLUDES } from '../notes.ts';

/** A setting for all tools of a server, with exceptions for single tools. */
export interface PerTool<T> {
  readonly serverDefault: T;
  readonly tools: ReadonlyMap<string, T>;
}

/** Settings of a folder for a server and its tools. */
export interface ServerSwitches {
  /** Name of the server, and prefix of its tools: `<name>_<tool>`. */
  readonly name: string;
  /** Whether tools are enabled. Disabled tools are never offered to the model. */
  readonly enabled: PerTool<boolean>;
  readonly include: PerTool<Include>;
  readonly approval: PerTool<boolean | undefined>;
}

export function isServerName(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

export function parseSwitches(server: Fields): Pick<ServerSwitches, 'enabled' | 'include'> {
  return {
    enabled: parsePerTool(server, 'toolEnabled', { field: 'enabled', read: readFlag }, true),
    include: parsePerTool(server, 'toolInclude', { field: 'include', read: readInclude }, 'always'),
  };
}

export function parseApproval<T extends boolean | undefined>(
  server: Fields,
  defaultApproval: T,
): PerTool<T | boolean> {
  const later = { field: 'permissionRequired', read: readFlag };
  return parsePerTool<T | boolean>(server, 'toolPermissionRequired', later, defaultApproval);
}

type ReadField<T> = (fields: Fields, name: string) => T | undefined;

const readFlag: ReadField<boolean> = (fields, name) => fields.getFlag(name);
const readInclude: ReadField<Include> = (fields, name) => fields.getChoice(name, INCLUDES);

/** Parses a setting per tool: `{ serverDefault, tools }`, or one of two older forms. */
function parsePerTool<T>(
  server: Fields,
  name: string,
  newerFormat: { readonly field: string; readonly read: ReadField<T> },
  fallback: T,
): PerTool<T> {
  const { field, read } = newerFormat;
  const own = server.getObject(name);
  const single = server.getObject('tools');
  const tools = new Map<string, T>();
  for (const tool of Object.keys(single.value)) {
    const value = read(single.getObject(tool), field);
    if (value !== undefined) tools.set(tool, value);
  }
  const named = own.getObject('tools');
  for (const tool of Object.keys(named.value)) {
    const value = read(named, tool);
    if (value !== undefined) tools.set(tool, value);
  }
  const serverDefault =
    read(own, 'serverDefault') ?? read(server.getObject('serverToolDefaults'), field) ?? fallback;
  return { serverDefault, tools };
}
