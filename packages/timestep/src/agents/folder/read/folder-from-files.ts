import { posix, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import type { AgentFolder, AgentMetadata } from '../agent-folder.ts';
import {
  createProblemCollector,
  type FolderProblem,
  type ReportFolderProblem,
} from '../problem.ts';
import { getDisplayPath, type AgentFiles } from '../storage/agent-files.ts';
import {
  AGENTS_MD,
  isYaml,
  MANIFEST,
  PROMPT,
  SERVER_FILES,
  VARIABLES,
} from '../storage/agent-paths.ts';
import { parseJsonFields, type Fields } from '../text/fields.ts';
import { parseYamlFields } from '../text/yaml-fields.ts';
import { parseAgentTools, parseCalledAgents } from './agent-calls.ts';
import {
  parseCardFacts,
  parseCardSkills,
  parseMode,
  parseOutputSchema,
  parseSettings,
} from './folder-settings.ts';
import { isServerDisabled, normalizeServer, findServerList } from './foreign-servers.ts';
import { parseInternalServers, addAgentsServer, renameRules } from './internal-server.ts';
import { parseMarkdownAgent } from './markdown-agent.ts';
import { collectNotes } from './notes.ts';
import { expandTexts, collectSecretReferences, type SecretSources } from './secrets.ts';
import { collectSkills } from './skills.ts';
import { type Mode, parsePermissions } from './tool-offer.ts';
import { parseToolServers, type ToolServer } from './tool-server.ts';

/** Used for files that are only checked or written: their secrets need not exist. */
export const WITHOUT_SECRETS: SecretSources = { env: {}, stored: new Map(), ifMissing: 'ignored' };

const DEFAULT_PROMPTS: Readonly<Record<Mode, string>> = {
  interactive: 'You are a helpful assistant.',
  autonomous:
    'You are an autonomous agent. Do what you are asked without asking back, and answer with the result.',
  tools: 'You are a helpful assistant.',
};

/** Returns undefined without a manifest. Do not use the result if a problem is an error. */
export function parseFolder(
  files: AgentFiles,
  sources: SecretSources,
  report: ReportFolderProblem,
): AgentFolder | undefined {
  const manifest = parseManifest(files, report);
  if (!manifest) return undefined;
  const { fields } = manifest;
  const own = parseVariables(files);
  const secrets = { ...sources, env: { ...sources.env, ...own } };
  const metadata = parseMetadata(fields, files.directory);
  const { listed, disabled } = collectServerFields(fields, files, report);
  const described = listed.flatMap(parseInternalServers);
  const internalServers = addAgentsServer(described, metadata.agents, fields);
  const agentsMd = files.entry === undefined ? files.texts.get(AGENTS_MD)?.trim() : undefined;
  const output = parseOutputSchema(fields, files, report);
  const resolvePath = (cwd: string): string => resolve(files.directory, cwd);
  return {
    path: files.directory,
    ...metadata,
    ...(output && { output }),
    settings: parseSettings(fields.getObject('settings')),
    permissions: renameRules(parsePermissions(fields.getObject('permissions')), internalServers),
    prompt: manifest.prompt.trim() || DEFAULT_PROMPTS[metadata.mode],
    ...(agentsMd && { agentsMd }),
    references: collectNotes('reference', manifest.references, files, report),
    rules: collectNotes('rule', manifest.rules, files, report),
    skills: collectSkills(files, report),
    servers: listed.flatMap((servers): ToolServer[] =>
      parseToolServers(servers, secrets, resolvePath),
    ),
    ...(disabled.length > 0 && { disabledServers: disabled }),
    internalServers,
    env: { ...own, ...parseProviderKeys(fields.getObject('providers'), secrets) },
    written: fields.value,
    warnings: [],
  };
}

/** Parses files that are only checked or written: their secrets need not exist. */
export function parseWithoutSecrets(files: AgentFiles): {
  readonly folder: AgentFolder | undefined;
  readonly problems: readonly FolderProblem[];
} {
  const { problems, report } = createProblemCollector();
  return { folder: parseFolder(files, WITHOUT_SECRETS, report), problems };
}

/** Relative paths are resolved from `directory`. */
export function parseMetadata(fields: Fields, directory: string): AgentMetadata {
  const metadata = fields.getObject('metadata');
  const agents = parseCalledAgents(fields, directory);
  const description = metadata.getText('description');
  const agentTools = parseAgentTools(metadata);
  const card = parseCardFacts(metadata);
  return {
    name: metadata.requireText('name', metadata.getText('name')?.trim()),
    ...(description && { description }),
    version: metadata.getText('version') || '1.0.0',
    mode: agentTools ? 'tools' : parseMode(metadata),
    cardSkills: parseCardSkills(metadata),
    ...(Object.keys(card).length > 0 && { card }),
    agentTools: agentTools ?? [],
    ...(agents.length > 0 && { agents }),
  };
}

/** The fields of `tsagent.json`, or the corresponding fields of a single-file agent. */
interface Manifest {
  readonly fields: Fields;
  readonly prompt: string;
  /** Rules in the manifest itself. Rules in separate files are not included. */
  readonly rules: readonly Fields[];
  readonly references: readonly Fields[];
}

/** Returns undefined after reporting that the manifest is missing or invalid. */
export function parseManifest(
  files: AgentFiles,
  report: ReportFolderProblem,
): Manifest | undefined {
  const { entry = MANIFEST, location, texts } = files;
  const file = getDisplayPath(files, entry);
  const text = texts.get(entry);
  if (text === undefined) {
    const message =
      files.entry === undefined
        ? `is missing: ${location} is not an agent folder`
        : 'does not exist: use a folder with tsagent.json, or a .yaml or .md file';
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  if (files.entry === undefined) {
    const fields = parseJsonFields(text, file, report);
    const prompt = texts.get(PROMPT) ?? '';
    return fields && { fields, prompt, rules: [], references: [] };
  }
  if (!isYaml(entry)) {
    const agent = parseMarkdownAgent(text, file, posix.basename(entry), report);
    return agent && { ...agent, rules: [], references: [] };
  }
  const fields = parseYamlFields(text, file, report);
  return (
    fields && {
      fields,
      prompt: fields.getText('systemPrompt') ?? '',
      rules: fields.getObjects('rules') ?? [],
      references: fields.getObjects('references') ?? [],
    }
  );
}

/** Lists the references to a password store in an agent's files. */
export function listSecretReferences(files: AgentFiles): string[] {
  const fields = parseManifest(files, () => undefined)?.fields;
  const others = SERVER_FILES.flatMap((path) => {
    const text = files.texts.get(path);
    const beside = text === undefined ? undefined : parseJsonFields(text, path, () => undefined);
    return (beside && findServerList(beside)?.value) ?? [];
  });
  const servers = [fields?.value['mcpServers'], ...others].filter(isJsonObject);
  return collectSecretReferences([
    fields?.value['providers'] ?? null,
    ...servers.map(removeDisabledServers),
  ]);
}

function removeDisabledServers(servers: JsonObject): JsonObject {
  const inUse = Object.entries(servers).filter(
    ([, server]) => !isJsonObject(server) || !isServerDisabled(server),
  );
  return Object.fromEntries(inUse);
}

export function parseVariables(files: AgentFiles): EnvironmentVariables {
  return parseEnv(files.texts.get(VARIABLES) ?? '');
}

/** Form: `{ "openai": { "OPENAI_API_KEY": … } }`. */
function parseProviderKeys(providers: Fields, secrets: SecretSources): EnvironmentVariables {
  const expansion = { secrets, reveal: () => undefined };
  const each = Object.keys(providers.value).map((name) =>
    expandTexts(providers.getObject(name), expansion),
  );
  return Object.fromEntries(each.flatMap((keys) => Object.entries(keys)));
}

/** A server of the manifest precedes one of a separate file with the same name. */
function collectServerFields(
  fields: Fields,
  files: AgentFiles,
  report: ReportFolderProblem,
): { readonly listed: readonly Fields[]; readonly disabled: readonly string[] } {
  const own = fields.getObject('mcpServers');
  const inUse = removeDisabledServers(own.value);
  const disabled = Object.keys(own.value).filter((name) => !Object.hasOwn(inUse, name));
  const listed = [own.withValue(inUse)];
  const path = SERVER_FILES.find((one) => files.texts.has(one));
  const text = path === undefined ? undefined : files.texts.get(path);
  if (path === undefined || text === undefined) return { listed, disabled };
  const file = getDisplayPath(files, path);
  const others = parseJsonFields(text, file, report);
  const beside = others && findServerList(others);
  if (!beside) return { listed, disabled };
  const kept: [string, JsonObject][] = [];
  for (const [name, server] of Object.entries(beside.value)) {
    if (!isJsonObject(server)) beside.reportMistake(name, 'must be an object');
    else if (own.value[name] !== undefined) {
      beside.reportWarning(name, `is ignored: ${MANIFEST} has a server with this name`);
    } else if (isServerDisabled(server)) disabled.push(name);
    else kept.push([name, normalizeServer(server)]);
  }
  return { listed: [...listed, beside.withValue(Object.fromEntries(kept))], disabled };
}
