import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { EnvironmentVariables } from '#agents/model';
import type { AgentFolder } from '../agent-folder.ts';
import {
  type ReportFolderProblem,
  type FolderProblem,
  createProblemCollector,
} from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { AGENTS_MD, VARIABLES } from '../storage/agent-paths.ts';
import { collectCommands } from './command-file.ts';
import { collectNotes } from './collect-notes.ts';
import { collectSkills } from './collect-skills.ts';
import type { SecretSources } from './expand-texts.ts';
import { parseManifest } from './manifest.ts';
import { parseMetadata } from './metadata.ts';
import { parsePermissions } from './permissions/parse-permissions.ts';
import { parsePins } from './permissions/pins.ts';
import { parseOutputSchema } from './output-schema.ts';
import { addRulesForRenamedTools } from './servers/former-tool-names.ts';
import { parseInternalServers, addAgentsServer } from './servers/internal-server.ts';
import { collectServerFields } from './servers/listed-servers.ts';
import { parseToolServers } from './servers/parse-tool-servers.ts';
import type { Mode } from './servers/tool-offer.ts';
import { parseProviderKeys } from './provider-keys.ts';
import { parseSettings } from './settings.ts';

/**
 * Secret sources for files that are only checked or rewritten, so that missing secrets are not reported as
 * errors.
 */
export const WITHOUT_SECRETS: SecretSources = { env: {}, stored: new Map(), ifMissing: 'ignored' };

const DEFAULT_PROMPTS: Readonly<Record<Mode, string>> = {
  interactive: 'You are a helpful assistant.',
  autonomous:
    'You are an autonomous agent. Do what you are asked without asking back, and answer with the result.',
  tools: 'You are a helpful assistant.',
};

/**
 * Parses a folder; undefined without a manifest. The agent cannot be used if an error was reported.
 */
export function parseFolder(
  files: AgentFiles,
  sources: SecretSources,
  report: ReportFolderProblem,
): AgentFolder | undefined {
  const manifest = parseManifest(files, report);
  if (!manifest) return undefined;
  const { fields } = manifest;
  const own = parseEnvironmentFile(files);
  const secrets = { ...sources, env: { ...sources.env, ...own } };
  const metadata = parseMetadata(fields, files.directory);
  const { listed, disabled } = collectServerFields(fields, files, report);
  const described = listed.flatMap(parseInternalServers);
  const internalServers = addAgentsServer(described, metadata.agents, fields);
  const pins = parsePins(files, report);
  const agentsMd = files.entry === undefined ? files.texts.get(AGENTS_MD)?.trim() : undefined;
  const output = parseOutputSchema(fields, files, report);
  const commands = collectCommands(files, report);
  const resolvePath = (cwd: string): string => resolve(files.directory, cwd);
  const settings = parseSettings(fields.getObject('settings'));
  const servers = listed.flatMap((one) => parseToolServers(one, secrets, resolvePath));
  const permissions = parsePermissions(fields, {
    servers: [...[...servers, ...internalServers].map(({ name }) => name), ...disabled],
    ofProgram: sources.toolNames,
  });
  return {
    path: files.directory,
    ...metadata,
    ...(output && { output }),
    settings,
    ...(pins && { pins }),
    permissions: addRulesForRenamedTools(permissions, internalServers),
    prompt: manifest.prompt.trim() || DEFAULT_PROMPTS[metadata.mode],
    ...(agentsMd && { agentsMd }),
    references: collectNotes('reference', manifest.references, files, report),
    rules: collectNotes('rule', manifest.rules, files, report),
    skills: collectSkills(files, report),
    ...(commands.length > 0 && { commands }),
    servers,
    ...(disabled.length > 0 && { disabledServers: disabled }),
    internalServers,
    env: { ...own, ...parseProviderKeys(fields.getObject('providers'), secrets) },
    written: fields.value,
    warnings: [],
  };
}

export function parseWithoutSecrets(files: AgentFiles): {
  readonly folder: AgentFolder | undefined;
  readonly problems: readonly FolderProblem[];
} {
  const { problems, report } = createProblemCollector();
  return { folder: parseFolder(files, WITHOUT_SECRETS, report), problems };
}

export function parseEnvironmentFile(files: AgentFiles): EnvironmentVariables {
  return parseEnv(files.texts.get(VARIABLES) ?? '');
}
