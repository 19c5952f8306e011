import { posix } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { ReportFolderProblem } from '../problem.ts';
import { createFields, type Fields } from '../text/fields.ts';
import { parseFrontMatter } from '../text/front-matter.ts';
import { hasKnownProvider } from './folder-settings.ts';
import { normalizeServer } from './foreign-servers.ts';

export interface ParsedMarkdownAgent {
  readonly fields: Fields;
  readonly prompt: string;
}

/** Front matter fields of several programs, and the settings they correspond to. */
const SETTINGS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'topP',
  topP: 'topP',
  maxTurns: 'maxChatTurns',
  max_turns: 'maxChatTurns',
  steps: 'maxChatTurns',
  maxSteps: 'maxChatTurns',
};

/** Fields that do not affect the agent's behavior. */
const WITHOUT_EFFECT = ['color', 'version', 'license', 'author', 'tags', 'category', 'metadata'];
const CARRIED = ['name', 'description', 'model', 'tools', 'disallowedTools'];
const SERVERS = ['mcpServers', 'mcp_servers', 'mcp'];

/** Explanations for fields that are not imported. */
const NOT_CARRIED: Readonly<Record<string, string>> = {
  hooks: 'is not imported: Timestep runs no commands around tool calls',
  permissionMode: 'is not imported: set toolPermission, and toolPermissionRequired of servers',
  permission: 'is not imported: set toolPermissionRequired of servers',
  skills: 'is not imported: copy those skills to skills/ of an agent folder',
  mode: 'is not imported: agents with metadata.skills are autonomous, others work with a user',
};

/** Reads the formats of Claude Code, opencode and Gemini CLI. Undefined after reporting errors. */
export function parseMarkdownAgent(
  text: string,
  file: string,
  fileName: string,
  report: ReportFolderProblem,
): ParsedMarkdownAgent | undefined {
  const read = parseFrontMatter(text, file, report);
  if (!read) return undefined;
  const { fields, body, isThere } = read;
  const name = fields.getText('name')?.trim() || posix.basename(fileName, posix.extname(fileName));
  const description = fields.getText('description')?.trim();
  if (isThere && !description)
    fields.reportWarning('description', 'is missing: say when to use the agent');
  if (body === '') fields.reportWarning('prompt', 'is missing: write it below the front matter');
  const model = parseModel(fields);
  const servers = parseServers(fields);
  const settings = Object.entries(SETTINGS).flatMap(([from, to]): [string, JsonValue][] => {
    const value = fields.value[from];
    return value === undefined ? [] : [[to, value]];
  });
  for (const each of Object.keys(fields.value)) warnIfNotImported(fields, each);
  const manifest: JsonObject = {
    metadata: { name, ...(description && { description }) },
    settings: { ...Object.fromEntries(settings), ...(model !== undefined && { model }) },
    ...(servers && { mcpServers: applyToolNames(fields, servers) }),
  };
  return {
    fields: createFields(manifest, { file, lineOf: createLineFinder(fields), report }),
    prompt: body,
  };
}

function warnIfNotImported(fields: Fields, name: string): void {
  const isKnown = [...CARRIED, ...SERVERS, ...WITHOUT_EFFECT, ...Object.keys(SETTINGS)];
  if (isKnown.includes(name)) return;
  fields.reportWarning(name, NOT_CARRIED[name] ?? 'is not imported: Timestep has no such feature');
}

/** Names that only another program knows are dropped, with a warning. */
function parseModel(fields: Fields): string | undefined {
  const model = fields.getText('model')?.trim();
  if (!model || model === 'inherit') return undefined;
  if (/^(sonnet|opus|haiku|fable)$/.test(model)) {
    fields.reportWarning(
      'model',
      `"${model}" is not imported: set settings.model, such as anthropic/…`,
    );
    return undefined;
  }
  if (model.startsWith('claude-')) return `anthropic/${model}`;
  if (model.startsWith('gemini-')) return `google/${model}`;
  if (hasKnownProvider(model)) return model;
  fields.reportWarning('model', `"${model}" is not imported: its provider is unknown`);
  return undefined;
}

/** Servers that are only named are reported. */
function parseServers(fields: Fields): JsonObject | undefined {
  const field = SERVERS.find((name) => fields.value[name] !== undefined);
  const given = field === undefined ? undefined : fields.value[field];
  if (field === undefined || given === undefined) return undefined;
  const entries = (Array.isArray(given) ? given : [given]) as readonly JsonValue[];
  const servers: Record<string, JsonValue> = {};
  for (const entry of entries) {
    if (isJsonObject(entry)) {
      for (const [name, server] of Object.entries(entry)) {
        servers[name] = isJsonObject(server) ? normalizeServer(server) : server;
      }
    } else {
      const named = JSON.stringify(entry);
      fields.reportWarning(
        field,
        `refers to the server ${named}: define it in mcp.json of an agent folder`,
      );
    }
  }
  return servers;
}

/** Finds the front matter field that a manifest field was read from. */
function createLineFinder(fields: Fields): (path: string) => number {
  const names = new Map(Object.keys(fields.value).map((name) => [SETTINGS[name] ?? name, name]));
  return (path) => {
    const [first = '', ...others] = path.split('.');
    const [part = '', ...rest] = ['metadata', 'settings'].includes(first)
      ? others
      : [first, ...others];
    return fields.findLine([names.get(part) ?? part, ...rest].join('.'));
  };
}

/** If `allowed` is undefined, all tools are allowed except denied tools. */
interface ToolNameLists {
  readonly allowed?: readonly string[];
  readonly denied: readonly string[];
}

type ServerTools = 'all' | readonly string[];

const ALL = '*';

/** `mcp__sky__get` of Claude Code, `mcp_sky_get` of Gemini CLI, `sky_get` of opencode, or `*`. */
export function applyToolNames(fields: Fields, servers: JsonObject): JsonObject {
  const { allowed, denied } = parseToolNames(fields);
  const names = Object.keys(servers);
  const own = [...(allowed ?? []), ...denied].filter(
    (name) => name !== ALL && names.every((server) => isNoTools(selectServerTools(server, [name]))),
  );
  if (own.length > 0) {
    const named = own.slice(0, 8).join(', ');
    fields.reportWarning(
      'tools',
      `contains tools of another program, which do not exist here: ${named}`,
    );
  }
  return Object.fromEntries(
    Object.entries(servers).map(([server, described]): [string, JsonValue] => {
      const on = allowed === undefined ? 'all' : selectServerTools(server, allowed);
      const off = selectServerTools(server, denied);
      if (!isJsonObject(described) || (on === 'all' && isNoTools(off))) return [server, described];
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

function isNoTools(tools: ServerTools): boolean {
  return tools.length === 0;
}

/** Names separated by commas, a list of names, or an object of names with true or false. */
function parseToolNames(fields: Fields): ToolNameLists {
  const given = fields.value['tools'];
  const denied = parseNameList(fields, 'disallowedTools') ?? [];
  if (!isJsonObject(given)) {
    const allowed = parseNameList(fields, 'tools');
    return { denied, ...(allowed && { allowed }) };
  }
  const [on, off] = [true, false].map((wanted) =>
    Object.keys(given).filter((name) => given[name] === wanted),
  );
  // If `*` is off, only the tools that are on are allowed.
  return off?.includes(ALL)
    ? { denied: [...denied, ...off.filter((name) => name !== ALL)], allowed: on ?? [] }
    : { denied: [...denied, ...(off ?? [])] };
}

function parseNameList(fields: Fields, field: string): readonly string[] | undefined {
  if (Array.isArray(fields.value[field])) return fields.getTexts(field);
  return fields
    .getText(field)
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
