import { omitUndefined, type ToolSchema } from '#core';
import {
  type RelevanceIndex,
  type ContextCandidate,
  shouldDeferTools,
  extractSchemaText,
  createIndex,
} from '#engine/relevance';
import { type Include, type AgentFolder, type Note, sortNotes } from '#agents/folder';

export interface ListedTool {
  readonly schema: ToolSchema;
  readonly include: Include;
  /**
   * Whether the files set the include mode of the tool, which then also applies if tools are
   * deferred.
   */
  readonly isWritten: boolean;
}

export interface ContextIndex {
  readonly index: RelevanceIndex<IndexedItem>;
  readonly defersTools: boolean;
  readonly always: readonly string[];
}

export interface IndexedItem extends ContextCandidate {
  readonly modelText?: string;
}

/**
 * Whether tools are deferred (found by search instead of sent with each request). `window` is the
 * model's context window in tokens.
 */
export function shouldDeferAgentTools(tools: readonly ToolSchema[], window: number): boolean {
  return shouldDeferTools(
    tools.reduce((sum, tool) => sum + countCharacters(tool), 0),
    window,
  );
}

export function createContextIndex(
  folder: Pick<AgentFolder, 'rules' | 'references' | 'skills'>,
  tools: readonly ListedTool[],
  defersTools: boolean,
): ContextIndex {
  const notesToItems = (kind: 'rule' | 'reference', all: readonly Note[]): IndexedItem[] =>
    sortNotes(all).map(({ name, description, include, text }) => ({
      kind,
      name,
      ...omitUndefined({ description }),
      include,
      text,
      modelText: text,
    }));
  const skills = folder.skills.map(({ name, description }): IndexedItem => ({
    kind: 'skill',
    name,
    description,
    include: 'agent',
    modelText: `${description}\nCall load_skill to read it.`,
  }));
  const offered = tools.map(({ schema, include, isWritten }): IndexedItem => ({
    kind: 'tool',
    name: schema.function.name,
    ...omitUndefined({ description: schema.function.description }),
    text: extractSchemaText(schema.function.parameters),
    include: defersTools && include === 'always' && !isWritten ? 'agent' : include,
  }));
  return {
    index: createIndex([
      ...notesToItems('rule', folder.rules),
      ...notesToItems('reference', folder.references),
      ...skills,
      ...offered,
    ]),
    defersTools,
    always: offered.filter(({ include }) => include === 'always').map(({ name }) => name),
  };
}

function countCharacters({ function: { name, description = '', parameters } }: ToolSchema): number {
  return name.length + description.length + JSON.stringify(parameters).length;
}
