import { type JsonObject, type JsonValue, isJsonObject } from '#core';
import type { Fields } from '../text/fields.ts';

type ServerTools = 'all' | readonly string[];

const ALL = '*';

/**
 * Enables only the tools named in another program's style, such as `mcp__sky__get`, `mcp_sky_get`,
 * `sky_get`, `sky/get`, or `*`.
 */
export function restrictServersToNamedTools(fields: Fields, servers: JsonObject): JsonObject {
  const { allowed, denied } = parseAllowedAndDeniedTools(fields);
  const forbidden = listForbiddenTools(fields);
  const names = Object.keys(servers);
  const own = [...(allowed ?? []), ...denied].filter(
    (name) =>
      name !== ALL && names.every((server) => selectServerTools(server, [name]).length === 0),
  );
  if (own.length > 0) {
    const named = own.slice(0, 8).join(', ');
    const fault = `contains tools of another program, which do not exist here: ${named}`;
    fields.reportWarning('tools', fault);
  }
  return Object.fromEntries(
    Object.entries(servers).map(([server, described]): [string, JsonValue] => {
      const on = allowed === undefined ? 'all' : selectServerTools(server, allowed);
      const off = selectServerTools(server, [...denied, ...forbidden]);
      if (!isJsonObject(described) || (on === 'all' && off.length === 0))
        return [server, described];
      const tools = Object.fromEntries([
        ...(on === 'all' ? [] : on.map((tool) => [tool, true] as const)),
        ...(off === 'all' ? [] : off.map((tool) => [tool, false] as const)),
      ]);
      const serverDefault = on === 'all' && off !== 'all';
      return [server, { ...described, toolEnabled: { serverDefault, tools } }];
    }),
  );
}

function selectServerTools(server: string, names: readonly string[]): ServerTools {
  const prefixes = [`mcp__${server}__`, `mcp_${server}_`, `${server}_`, `${server}/`];
  const whole = [ALL, 'mcp__*', 'mcp_*', `mcp__${server}`, `${server}*`];
  const isAll = (name: string): boolean =>
    whole.includes(name) || prefixes.some((prefix) => name === `${prefix}${ALL}`);
  if (names.some(isAll)) return 'all';
  return names.flatMap((name) => {
    const prefix = prefixes.find((one) => name.startsWith(one));
    return prefix === undefined ? [] : [name.slice(prefix.length)];
  });
}

/** Parses tool names: text with commas, a list, or an object with true or false for each name. */
function parseAllowedAndDeniedTools(fields: Fields): {
  readonly allowed?: readonly string[] | undefined;
  readonly denied: readonly string[];
} {
  const given = fields.value['tools'];
  const denied = parseNameList(fields, 'disallowedTools') ?? [];
  if (!isJsonObject(given)) return { denied, allowed: parseNameList(fields, 'tools') };
  const [on = [], off = []] = [true, false].map((wanted) =>
    Object.keys(given).filter((name) => given[name] === wanted),
  );
  // If `*` is disabled, only the tools that are enabled by name are allowed.
  const allowed = off.includes(ALL) ? on : undefined;
  return { denied: [...denied, ...off.filter((name) => name !== ALL)], allowed };
}

/** Lists the tools that `permission` of opencode denies, also tools that it denies for some arguments. */
function listForbiddenTools({ value: { permission = null } }: Fields): readonly string[] {
  if (permission === 'deny') return [ALL];
  if (!isJsonObject(permission)) return [];
  return Object.entries(permission).flatMap(([name, rule]) =>
    rule === 'deny' || (isJsonObject(rule) && Object.values(rule).includes('deny')) ? [name] : [],
  );
}

function parseNameList(fields: Fields, field: string): readonly string[] | undefined {
  if (Array.isArray(fields.value[field])) return fields.getTexts(field);
  return fields
    .getText(field)
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
