import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { Fields } from './fields.ts';

/** Names of tools that a file allows and denies; where `allowed` is absent, all that are not denied. */
interface NamedTools {
  readonly allowed?: readonly string[];
  readonly denied: readonly string[];
}

/** What of a server is meant: all tools, or some of them. */
type OfServer = 'all' | readonly string[];

const ALL = '*';

/**
 * Servers with the tools that front matter allows: `mcp__sky__get` of Claude Code, `mcp_sky_get` of
 * Gemini CLI, `sky_get` of opencode, and `*` for all of them. Tools of the program that the file was
 * written for are reported: they are not here.
 */
export function enabledTools(fields: Fields, servers: JsonObject): JsonObject {
  const { allowed, denied } = toolsNamedIn(fields);
  const names = Object.keys(servers);
  const own = [...(allowed ?? []), ...denied].filter(
    (name) => name !== ALL && names.every((server) => isEmpty(ofServer(server, [name]))),
  );
  if (own.length > 0) {
    const named = own.slice(0, 8).join(', ');
    fields.warn('tools', `names tools of another program, which are not here: ${named}`);
  }
  return Object.fromEntries(
    Object.entries(servers).map(([server, described]): [string, JsonValue] => {
      const on = allowed === undefined ? 'all' : ofServer(server, allowed);
      const off = ofServer(server, denied);
      if (!isJsonObject(described) || (on === 'all' && isEmpty(off))) return [server, described];
      const tools = Object.fromEntries([
        ...(on === 'all' ? [] : on.map((tool) => [tool, true] as const)),
        ...(off === 'all' ? [] : off.map((tool) => [tool, false] as const)),
      ]);
      const serverDefault = on === 'all' && off !== 'all';
      return [server, { ...described, toolEnabled: { serverDefault, tools } }];
    }),
  );
}

function ofServer(server: string, names: readonly string[]): OfServer {
  const prefixes = [`mcp__${server}__`, `mcp_${server}_`, `${server}_`];
  const whole = [ALL, 'mcp__*', 'mcp_*', `mcp__${server}`, `${server}*`];
  const isAll = (name: string): boolean =>
    whole.includes(name) || prefixes.some((prefix) => name === `${prefix}${ALL}`);
  if (names.some(isAll)) return 'all';
  return names.flatMap((name) => {
    const prefix = prefixes.find((one) => name.startsWith(one));
    return prefix === undefined ? [] : [name.slice(prefix.length)];
  });
}

function isEmpty(tools: OfServer): boolean {
  return tools.length === 0;
}

/** Names with commas between them, a list of names, or names that are true or false. */
function toolsNamedIn(fields: Fields): NamedTools {
  const given = fields.value['tools'];
  const denied = namesIn(fields, 'disallowedTools') ?? [];
  if (!isJsonObject(given)) {
    const allowed = namesIn(fields, 'tools');
    return { denied, ...(allowed && { allowed }) };
  }
  const [on, off] = [true, false].map((wanted) =>
    Object.keys(given).filter((name) => given[name] === wanted),
  );
  // Where all are off, those that are on are the only ones.
  return off?.includes(ALL)
    ? { denied: [...denied, ...off.filter((name) => name !== ALL)], allowed: on ?? [] }
    : { denied: [...denied, ...(off ?? [])] };
}

function namesIn(fields: Fields, field: string): readonly string[] | undefined {
  if (Array.isArray(fields.value[field])) return fields.texts(field);
  return fields
    .text(field)
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
