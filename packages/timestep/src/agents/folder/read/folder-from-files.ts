import { posix, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import { getDisplayPath, type AgentFiles } from '../storage/agent-files.ts';
import type { AgentFolder, AgentMetadata } from '../agent-folder.ts';
import { parseAgentTools } from './parse-agent-tools.ts';
import {
  AGENTS_MD,
  isYaml,
  MANIFEST,
  PROMPT,
  SERVER_FILES,
  VARIABLES,
} from '../storage/agent-paths.ts';
import { expandTexts } from './expand-secrets.ts';
import { parseJsonFields, type Fields } from '../text/fields.ts';
import { isServerDisabled, normalizeServer, findServerList } from './foreign-servers.ts';
import type { Mode } from '../tool-offer.ts';
import { parseCalledAgents } from './called-agents.ts';
import { parseInternalServers, addAgentsServer } from './internal-server.ts';
import { renameRules } from './former-names.ts';
import { parseMarkdownAgent } from './markdown-agent.ts';
import { collectNotes } from './notes-from-files.ts';
import { parsePermissions } from './permissions.ts';
import type { ReportFolderProblem } from '../problem.ts';
import {
  collectSecretReferences,
  type IfMissing,
  type SecretSource,
  type StoredSecrets,
} from './secrets.ts';
import {
  parseCardFacts,
  parseCardSkills,
  parseMode,
  parseOutputSchema,
  parseSettings,
} from './folder-settings.ts';
import { collectSkills } from './skills-from-files.ts';
import { parseToolServers, type ToolServer } from './tool-server.ts';
import { parseYamlFields } from '../text/yaml-fields.ts';

export interface SecretSources {
  /** Variables of the process. Variables of the folder take precedence. */
  readonly env: EnvironmentVariables;
  readonly stored: StoredSecrets;
  readonly ifMissing: IfMissing;
}

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
  const secrets = createSecrets(own, sources);
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
  const others = SERVER_FILES.flatMap((path): JsonValue[] => {
    const text = files.texts.get(path);
    const beside = text === undefined ? undefined : parseJsonFields(text, path, () => undefined);
    return beside ? [removeDisabledServers(findServerList(beside)?.value)] : [];
  });
  const named = [
    fields?.value['providers'] ?? null,
    removeDisabledServers(fields?.value['mcpServers']),
    ...others,
  ];
  return collectSecretReferences(named);
}

/** The secrets of disabled servers are not needed. */
function removeDisabledServers(servers: JsonValue | undefined): JsonValue {
  if (!isJsonObject(servers)) return servers ?? null;
  const inUse = Object.entries(servers).filter(
    ([, server]) => !isJsonObject(server) || !isServerDisabled(server),
  );
  return Object.fromEntries(inUse);
}

export function parseVariables(files: AgentFiles): EnvironmentVariables {
  return parseEnv(files.texts.get(VARIABLES) ?? '');
}

function createSecrets(
  folderVariables: EnvironmentVariables,
  sources: SecretSources,
): SecretSource {
  return {
    getVariable: (name) => folderVariables[name] ?? sources.env[name],
    getStoredSecret: (reference) => sources.stored.get(reference),
    ifMissing: sources.ifMissing,
  };
}

/** Form: `{ "openai": { "OPENAI_API_KEY": … } }`. */
function parseProviderKeys(providers: Fields, secrets: SecretSource): EnvironmentVariables {
  const expansion = { secrets, reveal: () => undefined };
  const each = Object.keys(providers.value).map((name) =>
    expandTexts(providers.getObject(name), expansion),
  );
  return Object.fromEntries(each.flatMap((keys) => Object.entries(keys)));
}

interface ServerFields {
  readonly listed: readonly Fields[];
  readonly disabled: readonly string[];
}

/** A server of the manifest precedes one of a separate file with the same name. */
function collectServerFields(
  fields: Fields,
  files: AgentFiles,
  report: ReportFolderProblem,
): ServerFields {
  const own = fields.getObject('mcpServers');
  const disabled: string[] = [];
  const inUse = Object.entries(own.value).filter(([name, server]) => {
    const isOff = isJsonObject(server) && isServerDisabled(server);
    if (isOff) disabled.push(name);
    return !isOff;
  });
  const listed = [disabled.length === 0 ? own : own.withValue(Object.fromEntries(inUse))];
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
