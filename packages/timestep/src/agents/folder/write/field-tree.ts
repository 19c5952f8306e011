import type { FieldTree } from '#engine/port';
import { MANIFEST, NOTE_PLACES, SERVER_FILES } from '../storage/agent-paths.ts';
import { KNOWN_FIELDS, TOOL_EXCLUSIONS, TOOL_LISTS } from '../read/known-fields.ts';

const FLAG: FieldTree = { values: [true, false] };
const RULES: FieldTree = { each: { names: 'rule' } };
const INCLUDE: FieldTree = { values: ['always', 'agent', 'manual'] };
const SWITCHES: FieldTree = {
  fields: { enabled: FLAG, include: INCLUDE, permissionRequired: FLAG },
};
const FLAGS: FieldTree = { fields: { serverDefault: FLAG, tools: { each: FLAG } } };

/** Fields that are read from files of other programs, and not offered in new ones. */
const FOREIGN_TOOL_LISTS: readonly string[] = [...TOOL_LISTS, ...TOOL_EXCLUSIONS];

const SERVER: FieldTree = {
  fields: {
    ...nameFields(KNOWN_FIELDS.server.read.filter((name) => !FOREIGN_TOOL_LISTS.includes(name))),
    type: { values: ['streamable-http', 'sse', 'internal'] },
    oauth: { fields: nameFields(KNOWN_FIELDS.oauth.read) },
    instructions: FLAG,
    sampling: { ...FLAG, fields: nameFields(KNOWN_FIELDS.sampling.read) },
    disabled: FLAG,
    tools: { each: SWITCHES },
    serverToolDefaults: SWITCHES,
    toolEnabled: FLAGS,
    toolInclude: { fields: { serverDefault: INCLUDE, tools: { each: INCLUDE } } },
    toolPermissionRequired: FLAGS,
  },
};

const SERVERS: FieldTree = { each: SERVER };

/** Without the settings that are only read from files of earlier releases and other programs. */
const SETTINGS: FieldTree = {
  fields: {
    ...nameFields(
      KNOWN_FIELDS.settings.read.filter((name) => !['maxTurns', 'mostRecentModel'].includes(name)),
    ),
    model: { names: 'model' },
    fallbackModels: { each: { names: 'model' } },
    promptCaching: { values: [true, false, '1h'] },
    askUser: FLAG,
    toolPermission: { values: ['tool', 'always', 'never'] },
  },
};

const METADATA: FieldTree = {
  fields: {
    ...nameFields(KNOWN_FIELDS.metadata.read),
    autonomous: FLAG,
    provider: { fields: nameFields(KNOWN_FIELDS.provider.read) },
    skills: { each: { fields: nameFields(KNOWN_FIELDS.cardSkill.read) } },
    tools: { each: { fields: nameFields(KNOWN_FIELDS.agentTool.read) } },
  },
};

const MANIFEST_FIELDS: FieldTree = {
  fields: {
    ...nameFields(KNOWN_FIELDS.manifest.read),
    metadata: METADATA,
    settings: SETTINGS,
    mcpServers: SERVERS,
    permissions: { fields: { deny: RULES, ask: RULES, allow: RULES } },
  },
};

const NOTE: FieldTree = { fields: { ...nameFields(KNOWN_FIELDS.note.read), include: INCLUDE } };

/** Finds the fields that a file of an agent's folder can have. Undefined for files without fields. */
export function findFileFields(path: string): FieldTree | undefined {
  if (path === MANIFEST) return MANIFEST_FIELDS;
  if (SERVER_FILES.some((file) => file === path)) return { fields: { mcpServers: SERVERS } };
  const [place = ''] = path.split('/');
  const notes: readonly string[] = [...NOTE_PLACES.rule, ...NOTE_PLACES.reference];
  if (notes.includes(place)) return NOTE;
  if (place === 'commands') return { fields: nameFields(KNOWN_FIELDS.command.read) };
  if (place === 'skills') return { fields: nameFields(KNOWN_FIELDS.skill.read) };
  return undefined;
}

function nameFields(names: readonly string[]): Readonly<Record<string, FieldTree>> {
  return Object.fromEntries(names.map((name) => [name, {}]));
}
