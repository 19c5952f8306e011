import { posix } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { getDisplayPath, type AgentFiles } from './agent-files.ts';
import { parseJsonFields, type Fields } from './fields.ts';
import type { ReportFolderProblem } from './problem.ts';

const FIELD = 'output';

const FORMS = 'must be a JSON Schema, or the path of a .json file in the folder';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/**
 * Parses the schema of an agent's final answers: a JSON Schema in `tsagent.json`, or in a file that
 * it names. Undefined if the field is missing or invalid.
 */
export function parseOutputSchema(
  fields: Fields,
  files: AgentFiles,
  report: ReportFolderProblem,
): JsonObject | undefined {
  const given = fields.value[FIELD] ?? undefined;
  if (given === undefined) return undefined;
  if (isJsonObject(given)) return checkSchema(fields.getObject(FIELD));
  const path = getSchemaPath(given, files.entry);
  if (path === undefined) {
    fields.reportMistake(FIELD, FORMS);
    return undefined;
  }
  const text = files.texts.get(path);
  if (text === undefined) {
    fields.reportMistake(FIELD, `names the file ${path}, which does not exist`);
    return undefined;
  }
  const schema = parseJsonFields(text, getDisplayPath(files, path), report);
  return schema && checkSchema(schema);
}

/** Returns the path of the file with the output schema that the text of a manifest names. */
export function findSchemaPath(manifest: string): string | undefined {
  try {
    const parsed = JSON.parse(manifest) as JsonValue;
    return isJsonObject(parsed) ? getSchemaPath(parsed[FIELD]) : undefined;
  } catch {
    // The manifest is reported as invalid when it is parsed.
    return undefined;
  }
}

/**
 * Returns the path from the top of the folder. Undefined if the file is not a JSON file inside the
 * folder, or if the agent is a single file.
 */
function getSchemaPath(value: JsonValue | undefined, entry?: string): string | undefined {
  if (typeof value !== 'string' || entry !== undefined || value.includes('\\')) return undefined;
  const path = posix.normalize(value);
  const isInside = !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
  return isInside && path.endsWith('.json') ? path : undefined;
}

/** Checks what a validator would accept without a word: a type that does not exist. */
function checkSchema(schema: Fields): JsonObject {
  if (typeof schema.value['type'] === 'string') schema.getChoice('type', TYPES);
  schema.getObject('properties');
  schema.getTexts('required');
  return schema.value;
}
