import type { Fields } from '../text/fields.ts';

/** Front matter fields of other programs, with the settings that they correspond to. */
export const SETTINGS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'topP',
  topP: 'topP',
  maxTurns: 'maxChatTurns',
  max_turns: 'maxChatTurns',
  steps: 'maxChatTurns',
  maxSteps: 'maxChatTurns',
};

export const WITHOUT_EFFECT: readonly string[] = [
  'color',
  'version',
  'license',
  'author',
  'tags',
  'category',
  'metadata',
];
export const CARRIED: readonly string[] = [
  'name',
  'description',
  'model',
  'tools',
  'disallowedTools',
];
export const SERVERS: readonly string[] = ['mcpServers', 'mcp_servers', 'mcp-servers', 'mcp'];

export const NOT_CARRIED: Readonly<Record<string, string>> = {
  hooks: 'is not imported: Timestep runs no commands around tool calls',
  permissionMode: 'is not imported: set toolPermission, and toolPermissionRequired of servers',
  permission:
    'is imported only where it denies a tool of a server: set toolPermissionRequired of servers',
  skills: 'is not imported: copy those skills to skills/ of an agent folder',
  mode: 'is not imported: agents with metadata.skills are autonomous, others work with a user',
};

export function warnIfNotImported(fields: Fields): void {
  for (const name of Object.keys(fields.value)) {
    const fault = NOT_CARRIED[name];
    if (fault !== undefined) fields.reportWarning(name, fault);
  }
}

export function createFieldLineFinder(fields: Fields): (path: string) => number {
  const names = new Map(
    Object.keys(fields.value).map((name) => [
      SERVERS.includes(name) ? 'mcpServers' : (SETTINGS[name] ?? name),
      name,
    ]),
  );
  return (path) => {
    const [first = '', ...others] = path.split('.');
    const [part = '', ...rest] = ['metadata', 'settings'].includes(first)
      ? others
      : [first, ...others];
    return fields.findLine([names.get(part) ?? part, ...rest].join('.'));
  };
}
