import type { JsonObject, JsonValue, TurnItem } from '../../core/index.ts';
import type { AgentStorage } from '../../port/index.ts';
import { createIndex, rank } from '../../relevance/index.ts';
import {
  requireEditOfVersion,
  readTextFile,
  type AgentEdit,
  type TextFile,
} from '../agent-edit.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { FolderError } from '../folder-error.ts';
import { splitFrontMatter } from '../front-matter.ts';
import type { Include } from '../note.ts';
import {
  changingSession,
  editing,
  inputOf,
  nameSchema,
  numberIn,
  QUERY_SCHEMA,
  reading,
  textIn,
  TOP_SCHEMA,
  type InternalCall,
  type InternalTool,
  type SessionChange,
} from './internal-tool.ts';
import { sessionOf, sessionPlaceOf } from './session-place.ts';

/** A rule, a reference or a skill of an agent. */
interface Part {
  readonly name: string;
  readonly description?: string;
  readonly include: Include;
  readonly priority?: number;
  readonly text?: string;
  /** Path of the file within the agent. Undefined if the part is in the manifest. */
  readonly path?: string;
}

/** Differences between the tools for rules, for references and for skills. */
export interface PartKind {
  readonly kind: 'rule' | 'reference' | 'skill';
  readonly several: 'rules' | 'references' | 'skills';
  readonly partsOf: (folder: AgentFolder) => readonly Part[];
  /** Arguments besides name and text. */
  readonly fields: JsonObject;
  /** Required arguments for a new part. */
  readonly needed: readonly string[];
  readonly create: (storage: AgentStorage, args: JsonObject) => Promise<AgentEdit>;
  readonly update: (storage: AgentStorage, name: string, args: JsonObject) => Promise<AgentEdit>;
  readonly remove: (storage: AgentStorage, name: string) => Promise<AgentEdit>;
}

/** Maximum number of attempts to read a part that is being changed concurrently. */
const MOST_TRIES = 5;

/** Creates the tools for all parts of one kind. */
export function partTools(kind: PartKind): InternalTool[] {
  return [...readingTools(kind), ...editingTools(kind), ...includingTools(kind)];
}

function readingTools(kind: PartKind): InternalTool[] {
  const { several, kind: word } = kind;
  return [
    {
      name: `list_${several}`,
      description: `Lists all ${several} of this agent.`,
      input: inputOf({}),
      ...reading(async (_args, { site }) =>
        kind.partsOf((await site.read()).folder).map(outlineOf),
      ),
    },
    {
      name: `get_${word}`,
      description: `Reads a ${word} of this agent, with the version to give when it is changed.`,
      input: inputOf({ name: nameSchema(`The name of the ${word}`) }, ['name']),
      ...reading((args, call) => partAsItIs(kind, nameOf(args), call)),
    },
    {
      name: `list_context_${several}`,
      description: `Lists the ${several} that each turn of this session has; others are added where a message needs them.`,
      input: inputOf({}),
      ...reading((_args, call) => inContext(kind, call)),
    },
    {
      name: `search_${several}`,
      description: `Finds ${several} of this agent by what they say.`,
      input: inputOf({ query: QUERY_SCHEMA, topK: TOP_SCHEMA }, ['query']),
      ...reading(async (args, { site }) => {
        const index = createIndex(kind.partsOf((await site.read()).folder));
        const limit = numberIn(args, 'topK');
        return rank(index, textIn(args, 'query') ?? '', { limit }).map(({ item }) =>
          outlineOf(item),
        );
      }),
    },
  ];
}

function editingTools(kind: PartKind): InternalTool[] {
  const { fields, needed, kind: word } = kind;
  const name = nameSchema(`The name of the ${word}`);
  const text = { type: 'string', description: `What the ${word} says` };
  const version = {
    type: 'string',
    description: `The version that get_${word} gave: a ${word} that was changed since stays as it is`,
  };
  return [
    {
      name: `create_${word}`,
      description: `Adds a ${word} to this agent, for this and all later conversations.`,
      input: inputOf({ name, text, ...fields }, ['name', 'text', ...needed]),
      ...editing((args, { site }) => kind.create(site.storage, args)),
    },
    {
      name: `update_${word}`,
      description: `Changes a ${word} of this agent; what is not given stays. Call get_${word} before.`,
      input: inputOf({ name, text, ...fields, version }, ['name']),
      ...editing(async (args, { site }) => {
        const edit = await kind.update(site.storage, nameOf(args), args);
        return requireEditOfVersion(site.storage, edit, textIn(args, 'version'));
      }),
    },
    {
      name: `delete_${word}`,
      description: `Removes a ${word} of this agent for good. Call get_${word} before.`,
      input: inputOf({ name, version }, ['name']),
      ...editing(async (args, { site }) => {
        const edit = await kind.remove(site.storage, nameOf(args));
        return requireEditOfVersion(site.storage, edit, textIn(args, 'version'));
      }),
    },
  ];
}

function includingTools(kind: PartKind): InternalTool[] {
  const { kind: word } = kind;
  const input = inputOf({ name: nameSchema(`The name of the ${word}`) }, ['name']);
  const change = async (
    type: 'session.included' | 'session.excluded',
    name: string,
    call: InternalCall,
  ): Promise<SessionChange> => {
    partNamed(kind, (await call.site.read()).folder, name);
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
      ...changingSession((args, call) => change('session.included', nameOf(args), call)),
    },
    {
      name: `exclude_${word}`,
      description: `Keeps a ${word} of this agent out of the later turns of this session.`,
      input,
      ...changingSession((args, call) => change('session.excluded', nameOf(args), call)),
    },
  ];
}

async function partAsItIs(
  kind: PartKind,
  name: string,
  { site: { read, storage } }: InternalCall,
): Promise<JsonValue> {
  for (let tried = 1; ; tried += 1) {
    const { folder, files } = await read();
    const part = partNamed(kind, folder, name);
    const { path, text = '' } = part;
    const file = path === undefined ? undefined : await readTextFile(storage, path);
    const isSame = path === undefined || file?.text === files.texts.get(path);
    if (!isSame && tried < MOST_TRIES) continue;
    if (path !== undefined && !file) throw noPart(kind, name);
    return {
      ...outlineOf(part),
      text: file ? bodyOf(file) : text,
      ...(file && { file: file.path, version: file.version }),
    };
  }
}

function bodyOf({ text }: TextFile): string {
  const whole = text.replaceAll('\r\n', '\n');
  return (splitFrontMatter(whole)?.body ?? whole).trim();
}

async function inContext(kind: PartKind, call: InternalCall): Promise<JsonValue> {
  const { include = [], exclude = [] } = (await settingsNow(call)) ?? {};
  const isIn = (items: readonly TurnItem[], name: string): boolean =>
    items.some((item) => item.kind === kind.kind && item.name === name);
  return kind.partsOf((await call.site.read()).folder).flatMap((part) => {
    if (isIn(exclude, part.name)) return [];
    if (part.include === 'always') return [{ ...outlineOf(part), reason: 'always' }];
    return isIn(include, part.name) ? [{ ...outlineOf(part), reason: 'session' }] : [];
  });
}

/**
 * Returns the current settings of the session, or the settings at the start of the turn if sessions
 * are not stored.
 */
async function settingsNow(call: InternalCall) {
  if (!call.site.sessions() || call.task?.principal === undefined) return call.turn;
  return sessionOf(await sessionPlaceOf(call));
}

function partNamed(kind: PartKind, folder: AgentFolder, name: string): Part {
  const part = kind.partsOf(folder).find((one) => one.name === name);
  if (!part) throw noPart(kind, name);
  return part;
}

function noPart({ kind, several }: PartKind, name: string): FolderError {
  const message = `there is not a ${kind} named ${name}: list_${several} lists those that there are`;
  return new FolderError(message, { code: 'no-such-part' });
}

function nameOf(args: JsonObject): string {
  return textIn(args, 'name') ?? '';
}

function outlineOf({ name, description, include, priority }: Part): JsonObject {
  return {
    name,
    ...(description !== undefined && { description }),
    include,
    ...(priority !== undefined && { priorityLevel: priority }),
  };
}
