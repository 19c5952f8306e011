import type { JsonValue, TurnItem } from '#core';
import { createIndex, rank } from '#engine/relevance';
import { readTextFile, getMarkdownBody } from '#agents/folder';
import type { InternalTool } from '../internal-tool.ts';
import type { InternalCall } from '../own-agent.ts';
import { loadSession, getSessionLocation } from '../sessions/session-location.ts';
import { createReadOnlyAction } from '../tool-actions.ts';
import { buildInputSchema, buildNameSchema, type Search, SEARCH } from '../tool-arguments.ts';
import {
  type PartArguments,
  type PartKind,
  summarizePart,
  requirePart,
  createUnknownPartError,
} from './part-kind.ts';

const MAX_ATTEMPTS = 5;

export function createPartReadingTools(kind: PartKind): InternalTool[] {
  const { several, kind: word } = kind;
  return [
    {
      name: `list_${several}`,
      description: `Lists all ${several} of this agent.`,
      input: buildInputSchema({}),
      ...createReadOnlyAction(async (_args, { access }) =>
        kind.partsOf((await access.read()).folder).map(summarizePart),
      ),
    },
    {
      name: `get_${word}`,
      description: `Reads a ${word} of this agent, with the version to give when it is changed.`,
      input: buildInputSchema({ name: buildNameSchema(`The name of the ${word}`) }),
      ...createReadOnlyAction(({ name }: PartArguments, call) => readCurrentPart(kind, name, call)),
    },
    {
      name: `list_context_${several}`,
      description: `Lists the ${several} that each turn of this session has; others are added where a message needs them.`,
      input: buildInputSchema({}),
      ...createReadOnlyAction((_args, call) => listIncludedParts(kind, call)),
    },
    {
      name: `search_${several}`,
      description: `Finds ${several} of this agent by what they say.`,
      input: SEARCH,
      ...createReadOnlyAction(async ({ query, topK: limit }: Search, { access }) => {
        const index = createIndex(kind.partsOf((await access.read()).folder));
        return rank(index, query, { limit }).map(({ item }) => summarizePart(item));
      }),
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
      text: file ? getMarkdownBody(file.text) : text,
      ...(file && { file: file.path, version: file.version }),
    };
  }
}

async function listIncludedParts(kind: PartKind, call: InternalCall): Promise<JsonValue> {
  const { include = [], exclude = [] } = (await loadSessionOrTurnSettings(call)) ?? {};
  const isIn = (items: readonly TurnItem[], name: string): boolean =>
    items.some((item) => item.kind === kind.kind && item.name === name);
  return kind.partsOf((await call.access.read()).folder).flatMap((part) => {
    if (isIn(exclude, part.name)) return [];
    if (part.include === 'always') return [{ ...summarizePart(part), reason: 'always' }];
    return isIn(include, part.name) ? [{ ...summarizePart(part), reason: 'session' }] : [];
  });
}

async function loadSessionOrTurnSettings(call: InternalCall) {
  if (!call.access.sessions() || call.task?.principal === undefined) return call.turn;
  return loadSession(await getSessionLocation(call));
}
