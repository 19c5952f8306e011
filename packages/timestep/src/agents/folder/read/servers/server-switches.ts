import { reportUnknownFields } from '../../text/unknown-fields.ts';
import { KNOWN_FIELDS } from '../known-fields.ts';
import type { Fields } from '../../text/fields.ts';
import { type Include, INCLUDES } from '../notes.ts';
import { parseForeignToolFilters, type ToolFilters } from './tool-filters.ts';

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

/** Field names of server settings, by the name of the same setting of a single tool in `tools`. */
export const SWITCH_FIELDS = {
  enabled: 'toolEnabled',
  include: 'toolInclude',
  permissionRequired: 'toolPermissionRequired',
} as const;

export function parseSwitches<T extends boolean | undefined>(
  server: Fields,
  defaultApproval: T,
): Pick<ServerSwitches, 'enabled' | 'include'> & { readonly approval: PerTool<T | boolean> } {
  reportUnknownFields(server.getObject('serverToolDefaults'), KNOWN_FIELDS.toolSwitches);
  if (!Array.isArray(server.value['tools'])) {
    const tools = server.getObject('tools');
    for (const name of Object.keys(tools.value)) {
      reportUnknownFields(tools.getObject(name), KNOWN_FIELDS.toolSwitches);
    }
  }
  return {
    enabled: combineToolFilters(
      parsePerTool(server, 'enabled', readFlag, true),
      parseForeignToolFilters(server),
    ),
    include: parsePerTool(server, 'include', readInclude, 'always'),
    approval: parsePerTool<T | boolean>(server, 'permissionRequired', readFlag, defaultApproval),
  };
}

/** Combines two restrictions: a tool is enabled only if both enable it. */
function combineToolFilters(
  enabled: PerTool<boolean>,
  { serverDefault, tools }: ToolFilters,
): PerTool<boolean> {
  const others = serverDefault ?? true;
  const listed = new Map(tools);
  const names = new Set([...enabled.tools.keys(), ...listed.keys()]);
  const both = [...names].map((tool): [string, boolean] => {
    const isOn = enabled.tools.get(tool) ?? enabled.serverDefault;
    return [tool, isOn && (listed.get(tool) ?? others)];
  });
  return { serverDefault: enabled.serverDefault && others, tools: new Map(both) };
}

type ReadField<T> = (fields: Fields, name: string) => T | undefined;

const readFlag: ReadField<boolean> = (fields, name) => fields.getFlag(name);
const readInclude: ReadField<Include> = (fields, name) => fields.getChoice(name, INCLUDES);

/** Parses a setting per tool: `{ serverDefault, tools }`, or one of two older forms. */
function parsePerTool<T>(
  server: Fields,
  field: keyof typeof SWITCH_FIELDS,
  read: ReadField<T>,
  fallback: T,
): PerTool<T> {
  const own = server.getObject(SWITCH_FIELDS[field]);
  reportUnknownFields(own, KNOWN_FIELDS.serverSwitch);
  const single = Array.isArray(server.value['tools'])
    ? server.withValue({})
    : server.getObject('tools');
  const named = own.getObject('tools');
  const values = [
    ...Object.keys(single.value).map(
      (tool) => [tool, read(single.getObject(tool), field)] as const,
    ),
    ...Object.keys(named.value).map((tool) => [tool, read(named, tool)] as const),
  ];
  const tools = new Map(
    values.flatMap(([tool, value]) => (value === undefined ? [] : [[tool, value]])),
  );
  const serverDefault =
    read(own, 'serverDefault') ?? read(server.getObject('serverToolDefaults'), field) ?? fallback;
  return { serverDefault, tools };
}
