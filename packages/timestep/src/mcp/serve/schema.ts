import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../core/index.ts';
import { McpError } from '../mcp-error.ts';

/** zod 4, or any Standard Schema that can show itself as JSON Schema, or JSON Schema itself. */
export type SchemaLike = StandardSchemaWithJSON | JsonObject;

/** A schema whose JSON form is made once, because servers are built anew for every request. */
export interface HoistedSchema {
  readonly standard: StandardSchemaWithJSON;
  readonly json: JsonObject;
}

const DIALECT = { target: 'draft-2020-12' } as const;

export const ANY_OBJECT: HoistedSchema = hoistInput('any', {
  type: 'object',
  additionalProperties: true,
});

/** The schema of a tool's arguments. Throws when it cannot be one. */
export function hoistInput(tool: string, schema: SchemaLike): HoistedSchema {
  const hoisted = hoist(tool, schema, 'input');
  const { type = 'object' } = hoisted.json;
  if (type === 'object') return hoisted;
  throw new McpError(
    'bad-definition',
    `the input of tool ${tool} must be an object, not ${JSON.stringify(type)}`,
  );
}

/** The schema of what a tool returns: of any type. */
export function hoistOutput(tool: string, schema: SchemaLike): HoistedSchema {
  return hoist(tool, schema, 'output');
}

/** What is wrong with a value, for a model to read; nothing where it fits. */
export async function check(
  schema: HoistedSchema,
  value: unknown,
): Promise<
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issues: string }
> {
  const result = await schema.standard['~standard'].validate(value);
  if (!result.issues) return { ok: true, value: result.value };
  const issues = result.issues.map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  return { ok: false, issues: issues.join(', ') };
}

function hoist(tool: string, schema: SchemaLike, side: 'input' | 'output'): HoistedSchema {
  try {
    const given = isStandard(schema) ? schema : fromJsonSchema({ ...schema });
    const { validate, vendor, jsonSchema } = given['~standard'];
    const made = jsonSchema[side](DIALECT);
    const json = (side === 'input' ? { type: 'object', ...made } : made) as JsonObject;
    const once = (): Record<string, unknown> => json;
    const standard: StandardSchemaWithJSON = {
      '~standard': { version: 1, vendor, validate, jsonSchema: { input: once, output: once } },
    };
    return { standard, json };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new McpError('bad-definition', `the ${side} schema of tool ${tool} is unusable: ${why}`, {
      cause: error,
    });
  }
}

function isStandard(schema: SchemaLike): schema is StandardSchemaWithJSON {
  return '~standard' in schema;
}
