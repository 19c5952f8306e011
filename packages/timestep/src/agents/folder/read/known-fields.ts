import type { KnownFields } from '../text/unknown-fields.ts';
import { CARRIED, NOT_CARRIED, SERVERS, SETTINGS, WITHOUT_EFFECT } from './imported-fields.ts';

/** Field names under which other programs list MCP servers; a file has one of them. */
export const SERVER_LISTS = ['mcpServers', 'servers', 'mcp'] as const;

/** Names that other programs give to `tools` of a server: tools that exist, and tools that do not. */
export const TOOL_LISTS: readonly string[] = [
  'includeTools',
  'enabledTools',
  'enabled_tools',
  'allowedTools',
];
export const TOOL_EXCLUSIONS: readonly string[] = [
  'excludeTools',
  'disabledTools',
  'disabled_tools',
  'disallowedTools',
];
/** Field names of other programs for the maximum number of turns of an agent. */
const TURNS = Object.keys(SETTINGS).filter((name) => SETTINGS[name] === 'maxChatTurns');
const SWITCHES = ['toolEnabled', 'toolInclude', 'toolPermissionRequired'];

type FileObject =
  | 'manifest'
  | 'yaml'
  | 'metadata'
  | 'provider'
  | 'cardSkill'
  | 'agentTool'
  | 'settings'
  | 'server'
  | 'internalServer'
  | 'serverSwitch'
  | 'toolSwitches'
  | 'oauth'
  | 'sampling'
  | 'note'
  | 'embeddedNote'
  | 'skill'
  | 'command'
  | 'foreignAgent'
  | 'serversFile'
  | 'registry'
  | 'registryRemote'
  | 'registryPackage'
  | 'registryRepository';

/** Known fields of agent files, by the kind of object that has them. */
export const KNOWN_FIELDS: Readonly<Record<FileObject, KnownFields>> = {
  manifest: {
    read: ['metadata', 'settings', 'providers', 'mcpServers', 'permissions', 'agents', 'output'],
    ignored: ['$schema'],
    restricting: ['permissions'],
  },
  yaml: { read: ['systemPrompt', 'rules', 'references'] },
  metadata: {
    read: [
      'name',
      'description',
      'version',
      'skills',
      'tools',
      'autonomous',
      'provider',
      'documentationUrl',
      'iconUrl',
      'registry',
    ],
    ignored: ['created', 'lastModified', 'author', 'license', 'tags', 'keywords', 'homepage'],
  },
  provider: { read: ['organization', 'url'] },
  cardSkill: {
    read: ['id', 'name', 'description', 'tags', 'examples'],
    ignored: ['inputModes', 'outputModes'],
  },
  agentTool: { read: ['name', 'description', 'parameters', 'prompt'] },
  settings: {
    read: [
      'model',
      'fallbackModels',
      'embeddingModel',
      'temperature',
      'topP',
      'maxOutputTokens',
      'promptCaching',
      'maxChatTurns',
      'maxTurns',
      'timeoutSeconds',
      'totalTimeoutSeconds',
      'modelPatienceSeconds',
      'askUser',
      'toolPermission',
      'mostRecentModel',
    ],
    ignored: ['theme', 'contextTopK', 'contextTopN', 'contextIncludeScore'],
    restricting: [
      'toolPermission',
      'maxChatTurns',
      'maxTurns',
      'totalTimeoutSeconds',
      'maxOutputTokens',
    ],
  },
  server: {
    read: [
      'type',
      'command',
      'args',
      'env',
      'cwd',
      'url',
      'headers',
      'oauth',
      'startTimeoutSeconds',
      'callTimeoutSeconds',
      'instructions',
      'sampling',
      'roots',
      'disabled',
      'enabled',
      'tools',
      'serverToolDefaults',
      ...SWITCHES,
      ...TOOL_LISTS,
      ...TOOL_EXCLUSIONS,
    ],
    // Fields that are ignored: text for people, and fields that only grant more permissions elsewhere.
    ignored: [
      'name',
      'title',
      'description',
      'icon',
      'gallery',
      'version',
      'timeout',
      'trust',
      'autoApprove',
      'alwaysAllow',
      'autoStart',
      'transport',
    ],
    restricting: [
      'disabled',
      'enabled',
      'serverToolDefaults',
      ...SWITCHES,
      ...TOOL_LISTS,
      ...TOOL_EXCLUSIONS,
    ],
  },
  internalServer: {
    read: ['type', 'tool', 'disabled', 'enabled', 'tools', 'serverToolDefaults', ...SWITCHES],
    ignored: ['name', 'description'],
    restricting: ['disabled', 'enabled', 'serverToolDefaults', ...SWITCHES],
  },
  serverSwitch: { read: ['serverDefault', 'tools'], restricting: ['serverDefault', 'tools'] },
  toolSwitches: {
    read: ['enabled', 'include', 'permissionRequired'],
    restricting: ['enabled', 'permissionRequired'],
  },
  oauth: {
    read: ['clientId', 'issuer', 'clientSecret', 'privateKey', 'algorithm', 'scope'],
  },
  sampling: { read: ['maxCalls', 'maxTokens'], restricting: ['maxCalls', 'maxTokens'] },
  note: { read: ['name', 'description', 'priorityLevel', 'include'], ignored: ['title', 'tags'] },
  // Fields of agentskills.io, and fields of Claude Code for its own user interface and models.
  skill: {
    read: ['name', 'description', 'license', 'compatibility', 'allowed-tools'],
    ignored: ['metadata', 'version', 'author', 'tags', 'argument-hint', 'when_to_use', 'model'],
  },
  // Fields in command files of Claude Code and opencode. Their other fields choose tools and models, which
  // commands cannot do here.
  command: {
    read: ['description', 'argument-hint'],
    ignored: ['name', 'title', 'tags', 'version', 'author'],
    otherwise: 'has no effect in a command: the agent keeps its own tools, model and permissions',
  },
  foreignAgent: {
    read: [...CARRIED, ...SERVERS, ...Object.keys(SETTINGS)],
    ignored: [...WITHOUT_EFFECT, ...Object.keys(NOT_CARRIED)],
    restricting: ['tools', 'disallowedTools', ...TURNS],
    otherwise: 'is not imported: Timestep has no such feature',
  },
  // `inputs` of VS Code defines values of placeholders, which are reported where they are used.
  serversFile: { read: SERVER_LISTS, ignored: ['$schema', 'inputs'] },
  registry: { read: ['name', 'description', 'remotes', 'packages', 'repository', 'websiteUrl'] },
  registryRemote: { read: ['type', 'url', 'headers', 'variables'] },
  registryPackage: {
    read: [
      'registryType',
      'registryBaseUrl',
      'identifier',
      'version',
      'fileSha256',
      'runtimeHint',
      'runtimeArguments',
      'packageArguments',
      'environmentVariables',
      'transport',
    ],
  },
  registryRepository: { read: ['url', 'source', 'subfolder', 'id'] },
  embeddedNote: { read: ['name', 'description', 'priorityLevel', 'include', 'text'] },
};
