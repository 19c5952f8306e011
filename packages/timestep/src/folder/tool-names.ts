import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { Fields } from './fields.ts';

const OF_SERVERS = 'mcp__';

/**
 * Servers with the tools that front matter allows, as `tools: mcp__sky__get, Read` has it. Tools of the
 * program that the file was written for are reported: they are not here.
 */
export function enabledTools(fields: Fields, servers: JsonObject): JsonObject {
  const allowed = namesIn(fields, 'tools');
  const denied = namesIn(fields, 'disallowedTools') ?? [];
  const own = (allowed ?? []).filter((name) => !name.startsWith(OF_SERVERS) && name !== '*');
  if (own.length > 0) {
    const named = own.slice(0, 8).join(', ');
    fields.warn('tools', `names tools of another program, which are not here: ${named}`);
  }
  const isRestricted = allowed !== undefined && !allowed.includes('*');
  return Object.fromEntries(
    Object.entries(servers).map(([server, described]) => {
      const only = isRestricted ? toolsOf(server, allowed) : undefined;
      const without = toolsOf(server, denied);
      const hasSwitches = (only && only.length > 0) || without.length > 0;
      if (!isJsonObject(described) || !hasSwitches) return [server, described];
      const tools: Record<string, JsonValue> = {};
      for (const tool of only ?? []) tools[tool] = true;
      for (const tool of without) tools[tool] = false;
      const serverDefault = !only || only.length === 0;
      return [server, { ...described, toolEnabled: { serverDefault, tools } }];
    }),
  );
}

function toolsOf(server: string, names: readonly string[]): string[] {
  const prefix = `${OF_SERVERS}${server}__`;
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** Names with commas between them, a list of names, or names that are true. */
function namesIn(fields: Fields, field: string): readonly string[] | undefined {
  const given = fields.value[field];
  if (isJsonObject(given)) {
    return Object.entries(given).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  }
  if (Array.isArray(given)) return fields.texts(field);
  return fields
    .text(field)
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
