import type { KnownFields } from '../text/unknown-fields.ts';

const TOOL_LISTS = ['includeTools', 'enabledTools', 'enabled_tools', 'allowedTools'];
const TOOL_EXCLUSIONS = ['excludeTools', 'disabledTools', 'disabled_tools', 'disallowedTools'];
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
  | 'embeddedNote';

/** The fields of the files of an agent, by the object that has them. */
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
    // Fields for people, and fields that allow more in other programs.
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
  embeddedNote: { read: ['name', 'description', 'priorityLevel', 'include', 'text'] },
};
