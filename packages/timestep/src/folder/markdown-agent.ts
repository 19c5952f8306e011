import { posix } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { ownServer } from './foreign-servers.ts';
import { readFrontMatter } from './front-matter.ts';
import type { Report } from './problem.ts';
import { hasKnownProvider } from './settings.ts';
import { enabledTools } from './tool-names.ts';

/** An agent of one Markdown file, in the words of `tsagent.json`. */
export interface MarkdownAgent {
  readonly fields: Fields;
  readonly prompt: string;
}

/** Names of front matter and the settings that they stand for, in the spellings of several programs. */
const SETTINGS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'topP',
  topP: 'topP',
  maxTurns: 'maxChatTurns',
  max_turns: 'maxChatTurns',
  steps: 'maxChatTurns',
  maxSteps: 'maxChatTurns',
};

/** Names that change nothing about what the agent does. */
const WITHOUT_EFFECT = ['color', 'version', 'license', 'author', 'tags', 'category', 'metadata'];
const CARRIED = ['name', 'description', 'model', 'tools', 'disallowedTools'];
const SERVERS = ['mcpServers', 'mcp_servers', 'mcp'];

/** Why a field is not used, where there is more to say than that. */
const NOT_CARRIED: Readonly<Record<string, string>> = {
  hooks: 'is not carried over: Timestep runs no commands around calls of tools',
  permissionMode: 'is not carried over: set toolPermission, and toolPermissionRequired of servers',
  permission: 'is not carried over: set toolPermissionRequired of servers',
  skills: 'is not carried over: copy those skills to skills/ of an agent folder',
  mode: 'is not carried over: an agent with metadata.skills works alone, others with a person',
};

/**
 * Reads an agent as Claude Code, opencode and Gemini CLI have it in `agents/*.md`: front matter, and the
 * prompt below. What such a file says beside that is reported as a warning. `undefined` where mistakes
 * are reported.
 */
export function markdownAgent(
  text: string,
  file: string,
  fileName: string,
  report: Report,
): MarkdownAgent | undefined {
  const read = readFrontMatter(text, file, report);
  if (!read) return undefined;
  const { fields, body, isThere } = read;
  const name = fields.text('name')?.trim() || posix.basename(fileName, posix.extname(fileName));
  const description = fields.text('description')?.trim();
  if (isThere && !description) fields.warn('description', 'is missing: say when to use the agent');
  if (body === '') fields.warn('prompt', 'is missing: write it below the front matter');
  const model = modelIn(fields);
  const servers = serversIn(fields);
  const settings = Object.entries(SETTINGS).flatMap(([from, to]): [string, JsonValue][] => {
    const value = fields.value[from];
    return value === undefined ? [] : [[to, value]];
  });
  for (const each of Object.keys(fields.value)) warnOfNotCarried(fields, each);
  const manifest: JsonObject = {
    metadata: { name, ...(description && { description }) },
    settings: { ...Object.fromEntries(settings), ...(model !== undefined && { model }) },
    ...(servers && { mcpServers: enabledTools(fields, servers) }),
  };
  return {
    fields: fieldsOf(manifest, { file, lineOf: lineFinderOf(fields), report }),
    prompt: body,
  };
}

function warnOfNotCarried(fields: Fields, name: string): void {
  const isKnown = [...CARRIED, ...SERVERS, ...WITHOUT_EFFECT, ...Object.keys(SETTINGS)];
  if (isKnown.includes(name)) return;
  fields.warn(
    name,
    NOT_CARRIED[name] ?? 'is not carried over: Timestep has nothing that does this',
  );
}

/** The model as a name that is known here; what belongs to another program is left out. */
function modelIn(fields: Fields): string | undefined {
  const model = fields.text('model')?.trim();
  if (!model || model === 'inherit') return undefined;
  if (/^(sonnet|opus|haiku|fable)$/.test(model)) {
    fields.warn('model', `"${model}" is not carried over: set settings.model, as anthropic/…`);
    return undefined;
  }
  if (model.startsWith('claude-')) return `anthropic/${model}`;
  if (model.startsWith('gemini-')) return `google/${model}`;
  if (hasKnownProvider(model)) return model;
  fields.warn('model', `"${model}" is not carried over: its provider is not known here`);
  return undefined;
}

/** Servers that the file itself describes; those it only names are reported. */
function serversIn(fields: Fields): JsonObject | undefined {
  const field = SERVERS.find((name) => fields.value[name] !== undefined);
  const given = field === undefined ? undefined : fields.value[field];
  if (field === undefined || given === undefined) return undefined;
  const entries = (Array.isArray(given) ? given : [given]) as readonly JsonValue[];
  const servers: Record<string, JsonValue> = {};
  for (const entry of entries) {
    if (isJsonObject(entry)) {
      for (const [name, server] of Object.entries(entry)) {
        servers[name] = isJsonObject(server) ? ownServer(server) : server;
      }
    } else {
      const named = JSON.stringify(entry);
      fields.warn(field, `names the server ${named}: describe it in mcp.json of a folder`);
    }
  }
  return servers;
}

/** The lines of fields of a manifest, which stand for names of front matter. */
function lineFinderOf(fields: Fields): (path: string) => number {
  const names = new Map(Object.keys(fields.value).map((name) => [SETTINGS[name] ?? name, name]));
  return (path) => {
    const [first = '', ...others] = path.split('.');
    const [part = '', ...rest] = ['metadata', 'settings'].includes(first)
      ? others
      : [first, ...others];
    return fields.lineOf([names.get(part) ?? part, ...rest].join('.'));
  };
}
