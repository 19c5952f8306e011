import { posix } from 'node:path';
import { type JsonValue, type JsonObject, isJsonObject } from '#core';
import type { ReportFolderProblem } from '../problem.ts';
import { type Fields, createFolderFields } from '../text/fields.ts';
import { parseFrontMatter } from '../text/front-matter.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { SETTINGS, warnIfNotImported, createFieldLineFinder, SERVERS } from './imported-fields.ts';
import { restrictServersToNamedTools } from './imported-tool-names.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import type { Manifest } from './manifest.ts';
import { normalizeServer } from './servers/foreign-servers.ts';
import { hasKnownProvider } from './settings.ts';

/** Parses agents of Claude Code, opencode and Gemini CLI. Undefined after reporting errors. */
export function parseMarkdownAgent(
  text: string,
  file: string,
  fileName: string,
  report: ReportFolderProblem,
): Manifest | undefined {
  const read = parseFrontMatter(text, file, report);
  if (!read) return undefined;
  const { fields, body, isThere } = read;
  const name = fields.getText('name')?.trim() || getAgentName(fileName);
  const description = fields.getText('description')?.trim();
  if (isThere && !description)
    fields.reportWarning('description', 'is missing: say when to use the agent');
  if (body === '') fields.reportWarning('prompt', 'is missing: write it below the front matter');
  const model = parseImportableModel(fields);
  const servers = parseServers(fields);
  const settings = Object.entries(SETTINGS).flatMap(([from, to]) => {
    const value = fields.value[from];
    return value === undefined ? [] : [[to, value] as const];
  });
  warnIfNotImported(fields);
  reportUnknownFields(fields, KNOWN_FIELDS.foreignAgent);
  const manifest: JsonObject = {
    metadata: { name, ...(description && { description }) },
    settings: { ...Object.fromEntries(settings), ...(model !== undefined && { model }) },
    ...(servers && { mcpServers: restrictServersToNamedTools(fields, servers) }),
  };
  return {
    fields: createFolderFields(manifest, { file, lineOf: createFieldLineFinder(fields), report }),
    prompt: body,
  };
}

/** Returns the name of a file without its endings, such as `.agent.md` of GitHub Copilot. */
function getAgentName(fileName: string): string {
  const name = posix.basename(fileName, posix.extname(fileName));
  return name.replace(/(?<=.)\.(?:agent|chatmode|subagent)$/, '');
}

/**
 * Pattern of model ids, as opposed to display names, which have blanks, brackets or capital first
 * letters.
 */
const MODEL_ID = /^(?:[^\s/A-Z][\w.:@+-]*|[\w.-]+\/[\w./:@+-]+)$/;

/**
 * Provider of model ids that name no provider, as of November 2026. Ids that match no pattern are
 * unknown.
 */
const BARE_IDS: readonly (readonly [id: RegExp, prefix: string])[] = [
  [/^claude-/, 'anthropic/'],
  [/^gemini-/, 'google/'],
  [/^(?:gpt-(?!oss)|chatgpt-|o\d|codex-|computer-use-|ft:)/, ''],
];

function parseImportableModel(fields: Fields): string | undefined {
  const given = fields.value['model'];
  if (Array.isArray(given) || isJsonObject(given)) {
    const fault = 'is not imported, because it names several models: set settings.model';
    fields.reportWarning('model', fault);
    return undefined;
  }
  const model = fields.getText('model')?.trim();
  if (!model || model === 'inherit') return undefined;
  if (!MODEL_ID.test(model) || model === 'auto' || model === 'default') {
    const why = 'it is not the id of a model: set settings.model, such as anthropic/…';
    fields.reportWarning('model', `"${model}" is not imported: ${why}`);
    return undefined;
  }
  const isBare = !model.includes('/');
  const prefix = BARE_IDS.find(([id]) => id.test(model))?.[1];
  if (isBare && prefix !== undefined) return `${prefix}${model}`;
  if (!isBare && hasKnownProvider(model)) return model;
  const why = isBare ? 'it names no provider' : 'its provider is unknown';
  fields.reportWarning(
    'model',
    `"${model}" is not imported, because ${why}: set settings.model, such as anthropic/…`,
  );
  return undefined;
}

function parseServers(fields: Fields): JsonObject | undefined {
  const field = SERVERS.find((name) => fields.value[name] !== undefined) ?? '';
  const given = fields.value[field];
  if (given === undefined) return undefined;
  const entries = (Array.isArray(given) ? given : [given]) as readonly JsonValue[];
  const servers: Record<string, JsonValue> = {};
  for (const entry of entries) {
    if (isJsonObject(entry)) {
      for (const [name, server] of Object.entries(entry)) {
        servers[name] = isJsonObject(server) ? normalizeServer(server) : server;
      }
    } else {
      const named = JSON.stringify(entry);
      const fault = `refers to the server ${named}: define it in mcp.json of an agent folder`;
      fields.reportWarning(field, fault);
    }
  }
  return servers;
}
