import { type JsonObject, isJsonObject } from '#core';
import type { ReportFolderProblem } from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { toSchemaPath } from '../storage/schema-path.ts';
import type { Fields } from '../text/fields.ts';
import { parseJsonFields } from '../text/json-fields.ts';

const OUTPUT = 'output';
const SCHEMA_FORMS = 'must be a JSON Schema, or the path of a .json file in the folder';
const SCHEMA_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

export function parseOutputSchema(
  fields: Fields,
  files: AgentFiles,
  report: ReportFolderProblem,
): JsonObject | undefined {
  const given = fields.value[OUTPUT] ?? undefined;
  if (given === undefined) return undefined;
  if (isJsonObject(given)) return reportUnknownSchemaTypes(fields.getObject(OUTPUT));
  const path = toSchemaPath(given, files.entry);
  if (path === undefined) {
    fields.reportMistake(OUTPUT, SCHEMA_FORMS);
    return undefined;
  }
  const text = files.texts.get(path);
  if (text === undefined) {
    fields.reportMistake(OUTPUT, `names the file ${path}, which does not exist`);
    return undefined;
  }
  const schema = parseJsonFields(text, getDisplayPath(files, path), report);
  return schema && reportUnknownSchemaTypes(schema);
}

/** Reports unknown types in a schema, which a validator would silently accept. */
function reportUnknownSchemaTypes(schema: Fields): JsonObject {
  if (typeof schema.value['type'] === 'string') schema.getChoice('type', SCHEMA_TYPES);
  schema.getObject('properties');
  schema.getTexts('required');
  return schema.value;
}
