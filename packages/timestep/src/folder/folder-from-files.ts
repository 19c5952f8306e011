import { posix, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { EnvironmentVariables } from '../model/index.ts';
import { getDisplayPath, type AgentFiles } from './agent-files.ts';
import type { AgentFolder, AgentMetadata } from './agent-folder.ts';
import { parseAgentTools } from './agent-tools.ts';
import { AGENTS_MD, isYaml, MANIFEST, PROMPT, SERVER_FILES, VARIABLES } from './agent-paths.ts';
import { expandedTexts } from './expand.ts';
import { parseJsonFields, type Fields } from './fields.ts';
import { isServerDisabled, normalizeServer, findServerList } from './foreign-servers.ts';
import { getDefaultPrompt } from './instructions.ts';
import { parseCalledAgents } from './called-agents.ts';
import { currentRules } from './former-names.ts';
import { parseInternalServers, addAgentsServer } from './internal-server.ts';
import { parseMarkdownAgent } from './markdown-agent.ts';
import { collectNotes } from './notes-from-files.ts';
import { parsePermissions } from './permissions.ts';
import type { ReportFolderProblem } from './problem.ts';
import { collectSecretReferences, type IfMissing, type SecretSource, type StoredSecrets } from './secrets.ts';
import { parseCardFacts, parseCardSkills, parseMode, parseSettings } from './folder-settings.ts';
import { collectSkills } from './skills-from-files.ts';
import { parseToolServers, type ToolServer } from './tool-server.ts';
import { parseYamlFields } from './yaml-fields.ts';

/** What the texts of an agent may name. */
export interface Around {
  /** The variables of the process; those of the folder come before them. */
  readonly env: EnvironmentVariables;
  readonly stored: StoredSecrets;
  readonly ifMissing: IfMissing;
}

/** For files that are only looked at or written: their secrets need not be there. */
export const WITHOUT_SECRETS: Around = { env: {}, stored: new Map(), ifMissing: 'ignored' };

/**
 * What the files of an agent say. `undefined` where there is nothing to go by; everything that is wrong
 * is reported, and what is returned beside mistakes is not to be used.
 */
export function folderFrom(
  files: AgentFiles,
  around: Around,
  report: ReportFolderProblem,
): AgentFolder | undefined {
  const manifest = manifestIn(files, report);
  if (!manifest) return undefined;
  const { fields } = manifest;
  const own = variablesIn(files);
  const secrets = secretsOf(own, around);
  const metadata = metadataIn(fields, files.directory);
  const { listed, disabled } = serversIn(fields, files, report);
  const described = listed.flatMap(parseInternalServers);
  const internalServers = addAgentsServer(described, metadata.agents, fields);
  const agentsMd = files.entry === undefined ? files.texts.get(AGENTS_MD)?.trim() : undefined;
  const resolved = (cwd: string): string => resolve(files.directory, cwd);
  return {
    path: files.directory,
    ...metadata,
    settings: parseSettings(fields.inside('settings')),
    permissions: currentRules(parsePermissions(fields.inside('permissions')), internalServers),
    prompt: manifest.prompt.trim() || getDefaultPrompt(metadata.mode),
    ...(agentsMd && { agentsMd }),
    references: collectNotes('reference', manifest.references, files, report),
    rules: collectNotes('rule', manifest.rules, files, report),
    skills: collectSkills(files, report),
    servers: listed.flatMap((servers): ToolServer[] => parseToolServers(servers, secrets, resolved)),
    ...(disabled.length > 0 && { disabledServers: disabled }),
    internalServers,
    env: { ...own, ...keysIn(fields.inside('providers'), secrets) },
    written: fields.value,
    warnings: [],
  };
}

/** What the file of an agent says about it; paths in it are those from the directory. */
export function metadataIn(fields: Fields, directory: string): AgentMetadata {
  const metadata = fields.inside('metadata');
  const agents = parseCalledAgents(fields, directory);
  const description = metadata.text('description');
  const agentTools = parseAgentTools(metadata);
  const card = parseCardFacts(metadata);
  return {
    name: metadata.needed('name', metadata.text('name')?.trim()),
    ...(description && { description }),
    version: metadata.text('version') || '1.0.0',
    mode: agentTools ? 'tools' : parseMode(metadata),
    cardSkills: parseCardSkills(metadata),
    ...(Object.keys(card).length > 0 && { card }),
    agentTools: agentTools ?? [],
    ...(agents.length > 0 && { agents }),
  };
}

/** The fields of `tsagent.json`, or those which stand for them in an agent of one file. */
interface Manifest {
  readonly fields: Fields;
  readonly prompt: string;
  /** Rules and references within the manifest; those in files are apart. */
  readonly rules: readonly Fields[];
  readonly references: readonly Fields[];
}

/** `undefined` where there is none, or where it cannot be read, which is reported. */
export function manifestIn(files: AgentFiles, report: ReportFolderProblem): Manifest | undefined {
  const { entry = MANIFEST, location, texts } = files;
  const file = getDisplayPath(files, entry);
  const text = texts.get(entry);
  if (text === undefined) {
    const message =
      files.entry === undefined
        ? `is missing: ${location} is not an agent folder`
        : 'does not exist: name a folder with tsagent.json, or a .yaml or .md file';
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
      prompt: fields.text('systemPrompt') ?? '',
      rules: fields.list('rules') ?? [],
      references: fields.list('references') ?? [],
    }
  );
}

/** The references to a password store in the files of an agent. */
export function secretReferences(files: AgentFiles): string[] {
  const fields = manifestIn(files, () => undefined)?.fields;
  const others = SERVER_FILES.flatMap((path): JsonValue[] => {
    const text = files.texts.get(path);
    const beside = text === undefined ? undefined : parseJsonFields(text, path, () => undefined);
    return beside ? [inUseOf(findServerList(beside)?.value)] : [];
  });
  const named = [
    fields?.value['providers'] ?? null,
    inUseOf(fields?.value['mcpServers']),
    ...others,
  ];
  return collectSecretReferences(named);
}

/** Servers without those that are switched off, whose secrets are not asked for. */
function inUseOf(servers: JsonValue | undefined): JsonValue {
  if (!isJsonObject(servers)) return servers ?? null;
  const inUse = Object.entries(servers).filter(
    ([, server]) => !isJsonObject(server) || !isServerDisabled(server),
  );
  return Object.fromEntries(inUse);
}

/** The variables of the folder itself. */
export function variablesIn(files: AgentFiles): EnvironmentVariables {
  return parseEnv(files.texts.get(VARIABLES) ?? '');
}

function secretsOf(own: EnvironmentVariables, around: Around): SecretSource {
  return {
    variable: (name) => own[name] ?? around.env[name],
    stored: (reference) => around.stored.get(reference),
    ifMissing: around.ifMissing,
  };
}

/** The variables that the folder sets for providers: `{ "openai": { "OPENAI_API_KEY": … } }`. */
function keysIn(providers: Fields, secrets: SecretSource): EnvironmentVariables {
  const expansion = { secrets, reveal: () => undefined };
  const each = Object.keys(providers.value).map((name) =>
    expandedTexts(providers.inside(name), expansion),
  );
  return Object.fromEntries(each.flatMap((keys) => Object.entries(keys)));
}

interface Servers {
  readonly listed: readonly Fields[];
  /** Names of those that are switched off. */
  readonly disabled: readonly string[];
}

/** The servers of the manifest, and those of a file beside it that are not in the manifest. */
function serversIn(fields: Fields, files: AgentFiles, report: ReportFolderProblem): Servers {
  const own = fields.inside('mcpServers');
  const disabled: string[] = [];
  const inUse = Object.entries(own.value).filter(([name, server]) => {
    const isOff = isJsonObject(server) && isServerDisabled(server);
    if (isOff) disabled.push(name);
    return !isOff;
  });
  const listed = [disabled.length === 0 ? own : own.with(Object.fromEntries(inUse))];
  const path = SERVER_FILES.find((one) => files.texts.has(one));
  const text = path === undefined ? undefined : files.texts.get(path);
  if (path === undefined || text === undefined) return { listed, disabled };
  const file = getDisplayPath(files, path);
  const others = parseJsonFields(text, file, report);
  const beside = others && findServerList(others);
  if (!beside) return { listed, disabled };
  const kept: [string, JsonObject][] = [];
  for (const [name, server] of Object.entries(beside.value)) {
    if (!isJsonObject(server)) beside.wrong(name, 'must be an object');
    else if (own.value[name] !== undefined) {
      beside.warn(name, `is not used: ${MANIFEST} has a server of this name`);
    } else if (isServerDisabled(server)) disabled.push(name);
    else kept.push([name, normalizeServer(server)]);
  }
  return { listed: [...listed, beside.with(Object.fromEntries(kept))], disabled };
}
