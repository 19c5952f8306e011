import {
  describeToolChange,
  getToolDefinition,
  isJsonObject,
  type ToolDefinition,
  type ToolSchema,
} from '#core';
import { digestTool } from '#engine/tools';
import type { ReportFolderProblem } from '../../problem.ts';
import type { AgentFiles } from '../../storage/agent-files.ts';
import { getDisplayPath } from '../../storage/agent-location.ts';
import { PINS } from '../../storage/agent-paths.ts';
import { parseJsonFields } from '../../text/json-fields.ts';

/** The definition of a tool as it was when the folder was pinned. */
export interface PinnedTool {
  readonly digest: string;
  readonly definition: ToolDefinition;
}

/** Pinned tools by their names in model calls. */
export type PinnedTools = ReadonlyMap<string, PinnedTool>;

/**
 * Parses the stored tool definitions (pins) to which the folder's allow rules apply. Undefined if the
 * folder stores none.
 */
export function parsePins(files: AgentFiles, report: ReportFolderProblem): PinnedTools | undefined {
  const text = files.texts.get(PINS);
  if (text === undefined) return undefined;
  const fields = parseJsonFields(text, getDisplayPath(files, PINS), report);
  const tools = fields?.getObject('tools');
  const names = Object.keys(tools?.value ?? {});
  return new Map(
    names.flatMap((name): [string, PinnedTool][] => {
      const pin = tools?.getObject(name);
      const definition = pin?.value['definition'];
      const digest = pin?.requireText('digest') ?? '';
      if (isJsonObject(definition)) {
        return [[name, { digest, definition: definition as ToolDefinition & typeof definition }]];
      }
      pin?.reportMistake('definition', 'must be an object: run timestep check --pin again');
      return [];
    }),
  );
}

/**
 * Creates the pin of a tool: its definition and a hash of it. The folder's path is replaced, so that copies
 * of the folder have equal pins.
 */
export function createToolPin(schema: ToolSchema, folder: string): PinnedTool {
  const { facts } = schema;
  const launch = facts?.launch?.replaceAll(folder, '${folder}');
  const moved = { ...schema, ...(facts && { facts: { ...facts, ...(launch && { launch }) } }) };
  return { digest: digestTool(moved), definition: getToolDefinition(moved) };
}

/**
 * Says why the allow rules of a folder with pins do not apply to a tool, for example because its definition
 * changed. Undefined if they apply.
 */
export function findPinProblem(
  pins: PinnedTools,
  schema: ToolSchema,
  folder: string,
): string | undefined {
  // Tools in this process need no stored definition, because they change only with the program itself.
  if (schema.facts?.server === undefined) return undefined;
  const { name } = schema.function;
  const pinned = pins.get(name);
  if (!pinned) return `${name} is not pinned: look at it and run timestep check --pin`;
  const now = createToolPin(schema, folder);
  if (now.digest === pinned.digest) return undefined;
  const change = describeToolChange(pinned.definition, now.definition);
  return `${name} has changed since it was pinned: ${change || 'its pin was edited by hand'}`;
}
