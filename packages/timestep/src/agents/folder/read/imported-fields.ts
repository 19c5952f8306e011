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

const WITHOUT_EFFECT = ['color', 'version', 'license', 'author', 'tags', 'category', 'metadata'];
const CARRIED = ['name', 'description', 'model', 'tools', 'disallowedTools'];
export const SERVERS: readonly string[] = ['mcpServers', 'mcp_servers', 'mcp-servers', 'mcp'];

const NOT_CARRIED: Readonly<Record<string, string>> = {
  hooks: 'is not imported: Timestep runs no commands around tool calls',
  permissionMode: 'is not imported: set toolPermission, and toolPermissionRequired of servers',
  permission: 'is not imported: set toolPermissionRequired of servers',
  skills: 'is not imported: copy those skills to skills/ of an agent folder',
  mode: 'is not imported: agents with metadata.skills are autonomous, others work with a user',
};

export function warnIfNotImported(fields: Fields, name: string): void {
  const isKnown = [...CARRIED, ...SERVERS, ...WITHOUT_EFFECT, ...Object.keys(SETTINGS)];
  if (isKnown.includes(name)) return;
  fields.reportWarning(name, NOT_CARRIED[name] ?? 'is not imported: Timestep has no such feature');
}

export function createFieldLineFinder(fields: Fields): (path: string) => number {
  const names = new Map(Object.keys(fields.value).map((name) => [SETTINGS[name] ?? name, name]));
  return (path) => {
    const [first = '', ...others] = path.split('.');
    const [part = '', ...rest] = ['metadata', 'settings'].includes(first)
      ? others
      : [first, ...others];
    return fields.findLine([names.get(part) ?? part, ...rest].join('.'));
  };
}
