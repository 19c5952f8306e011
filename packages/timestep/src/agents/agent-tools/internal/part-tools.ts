import type { JsonObject, JsonValue, TurnItem } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import { createIndex, rank } from '../../../engine/relevance/index.ts';
import {
  requireEditOfVersion,
  readTextFile,
  type AgentEdit,
  type AgentFolder,
  createMissingError,
  type FolderError,
  getFileBody,
  type Include,
  omitUndefined,
} from '../../folder/index.ts';
import {
  createSessionAction,
  createEditAction,
  buildInputSchema,
  buildNameSchema,
  getNumberArgument,
  QUERY_SCHEMA,
  createReadAction,
  getTextArgument,
  TOP_SCHEMA,
  type InternalCall,
  type InternalTool,
  type SessionChange,
} from './internal-tool.ts';
import { loadSession, getSessionLocation } from './session-access.ts';

/** A rule, a reference or a skill of an agent. */
interface Part {
  readonly name: string;
  readonly description?: string;
  readonly include: Include;
  readonly priority?: number;
  readonly text?: string;
  /** Undefined if the part is in the manifest. */
  readonly path?: string;
}

/** Differences between the tools for rules, for references and for skills. */
export interface PartKind {
  readonly kind: 'rule' | 'reference' | 'skill';
  readonly several: 'rules' | 'references' | 'skills';
  readonly partsOf: (folder: AgentFolder) => readonly Part[];
  /** Arguments besides name and text. */
  readonly fields: JsonObject;
  readonly needed: readonly string[];
  readonly create: (storage: AgentStorage, args: JsonObject) => Promise<AgentEdit>;
  readonly update: (storage: AgentStorage, name: string, args: JsonObject) => Promise<AgentEdit>;
  readonly remove: (storage: AgentStorage, name: string) => Promise<AgentEdit>;
}

/** Maximum number of attempts to read a part that is being changed concurrently. */
const MAX_ATTEMPTS = 5;

export function createPartTools(kind: PartKind): InternalTool[] {
  return [...createReadingTools(kind), ...createEditingTools(kind), ...createIncludingTools(kind)];
}

function createReadingTools(kind: PartKind): InternalTool[] {
  const { several, kind: word } = kind;
  return [
    {
      name: `list_${several}`,
      description: `Lists all ${several} of this agent.`,
      input: buildInputSchema({}),
      ...createReadAction(async (_args, { access }) =>
        kind.partsOf((await access.read()).folder).map(summarizePart),
      ),
    },
    {
      name: `get_${word}`,
      description: `Reads a ${word} of this agent, with the version to give when it is changed.`,
      input: buildInputSchema({ name: buildNameSchema(`The name of the ${word}`) }, ['name']),
      ...createReadAction((args, call) => readCurrentPart(kind, getName(args), call)),
    },
    {
      name: `list_context_${several}`,
      description: `Lists the ${several} that each turn of this session has; others are added where a message needs them.`,
      input: buildInputSchema({}),
      ...createReadAction((_args, call) => listPartsInContext(kind, call)),
    },
    {
      name: `search_${several}`,
      description: `Finds ${several} of this agent by what they say.`,
      input: buildInputSchema({ query: QUERY_SCHEMA, topK: TOP_SCHEMA }, ['query']),
      ...createReadAction(async (args, { access }) => {
        const index = createIndex(kind.partsOf((await access.read()).folder));
        const limit = getNumberArgument(args, 'topK');
        return rank(index, getTextArgument(args, 'query') ?? '', { limit }).map(({ item }) =>
          summarizePart(item),
        );
      }),
    },
  ];
}

function createEditingTools(kind: PartKind): InternalTool[] {
  const { fields, needed, kind: word } = kind;
  const name = buildNameSchema(`The name of the ${word}`);
  const text = { type: 'string', description: `What the ${word} says` };
  const version = {
    type: 'string',
    description: `The version that get_${word} gave: a ${word} that was changed since stays as it is`,
  };
  return [
    {
      name: `create_${word}`,
      description: `Adds a ${word} to this agent, for this and all later conversations.`,
      input: buildInputSchema({ name, text, ...fields }, ['name', 'text', ...needed]),
      ...createEditAction((args, { access }) => kind.create(access.storage, args)),
    },
    {
      name: `update_${word}`,
      description: `Changes a ${word} of this agent; fields that are not given keep their values. Call get_${word} before.`,
      input: buildInputSchema({ name, text, ...fields, version }, ['name']),
      ...createEditAction(async (args, { access }) => {
        const edit = await kind.update(access.storage, getName(args), args);
        return requireEditOfVersion(access.storage, edit, getTextArgument(args, 'version'));
      }),
    },
    {
      name: `delete_${word}`,
      description: `Removes a ${word} of this agent for good. Call get_${word} before.`,
      input: buildInputSchema({ name, version }, ['name']),
      ...createEditAction(async (args, { access }) => {
        const edit = await kind.remove(access.storage, getName(args));
        return requireEditOfVersion(access.storage, edit, getTextArgument(args, 'version'));
      }),
    },
  ];
}

function createIncludingTools(kind: PartKind): InternalTool[] {
  const { kind: word } = kind;
  const input = buildInputSchema({ name: buildNameSchema(`The name of the ${word}`) }, ['name']);
  const change = async (
    type: 'session.included' | 'session.excluded',
    name: string,
    call: InternalCall,
  ): Promise<SessionChange> => {
    requirePart(kind, (await call.access.read()).folder, name);
    const how = type === 'session.included' ? 'with' : 'without';
    return {
      events: [{ type, item: { kind: word, name } }],
      said: `From the next message on this session is ${how} the ${word} ${name}.`,
    };
  };
  return [
    {
      name: `include_${word}`,
      description: `Gives the later turns of this session a ${word} of this agent.`,
      input,
      ...createSessionAction((args, call) => change('session.included', getName(args), call)),
    },
    {
      name: `exclude_${word}`,
      description: `Keeps a ${word} of this agent out of the later turns of this session.`,
      input,
      ...createSessionAction((args, call) => change('session.excluded', getName(args), call)),
    },
  ];
}

async function readCurrentPart(
  kind: PartKind,
  name: string,
  { access: { read, storage } }: InternalCall,
): Promise<JsonValue> {
  for (let tried = 1; ; tried += 1) {
    const { folder, files } = await read();
    const part = requirePart(kind, folder, name);
    const { path, text = '' } = part;
    const file = path === undefined ? undefined : await readTextFile(storage, path);
    const isSame = path === undefined || file?.text === files.texts.get(path);
    if (!isSame && tried < MAX_ATTEMPTS) continue;
    if (path !== undefined && !file) throw createUnknownPartError(kind, name);
    return {
      ...summarizePart(part),
      text: file ? getFileBody(file.text) : text,
      ...(file && { file: file.path, version: file.version }),
    };
  }
}

async function listPartsInContext(kind: PartKind, call: InternalCall): Promise<JsonValue> {
  const { include = [], exclude = [] } = (await getCurrentSettings(call)) ?? {};
  const isIn = (items: readonly TurnItem[], name: string): boolean =>
    items.some((item) => item.kind === kind.kind && item.name === name);
  return kind.partsOf((await call.access.read()).folder).flatMap((part) => {
    if (isIn(exclude, part.name)) return [];
    if (part.include === 'always') return [{ ...summarizePart(part), reason: 'always' }];
    return isIn(include, part.name) ? [{ ...summarizePart(part), reason: 'session' }] : [];
  });
}

/** Returns the settings at the start of the turn if sessions are not stored. */
async function getCurrentSettings(call: InternalCall) {
  if (!call.access.sessions() || call.task?.principal === undefined) return call.turn;
  return loadSession(await getSessionLocation(call));
}

function requirePart(kind: PartKind, folder: AgentFolder, name: string): Part {
  const part = kind.partsOf(folder).find((one) => one.name === name);
  if (!part) throw createUnknownPartError(kind, name);
  return part;
}

function createUnknownPartError({ kind, several }: PartKind, name: string): FolderError {
  return createMissingError(`no ${kind} is named ${name}: list_${several} lists the names`);
}

function getName(args: JsonObject): string {
  return getTextArgument(args, 'name') ?? '';
}

function summarizePart({ name, description, include, priority }: Part): JsonObject {
  return omitUndefined({ name, description, include, priorityLevel: priority });
}
