import { isJsonObject, isThenable, type JsonObject } from '#core';
import { describeSchemaErrors } from './schema-errors.ts';
import { compilePlainSchema } from './plain-schema.ts';
import { ToolError } from './tool-error.ts';

/** A Standard Schema (standardschema.dev) that can be converted to JSON Schema, such as a zod 4 schema. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
  };
}

interface JsonSchemaOptions {
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0';
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

type Validated<Output = unknown> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A Standard Schema, such as a zod 4 schema, or a JSON Schema. */
export type SchemaLike = StandardSchema | JsonObject;

/** Type of the arguments that a tool's function receives, derived from its schema. */
export type ArgumentsOf<Input> = Input extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : JsonObject;

/** A schema with its JSON form, built once for all requests. */
export interface PreparedSchema {
  readonly standard: StandardSchema;
  readonly json: JsonObject;
}

const DIALECT = { target: 'draft-2020-12' } as const;

/** Schema that accepts any object. A check against it does not load a validator. */
const ANY_OBJECT: PreparedSchema = createPreparedSchema(
  { type: 'object', additionalProperties: true },
  (value) => (isJsonObject(value) ? { value } : { issues: [{ message: 'must be an object' }] }),
);

function createPreparedSchema(
  json: JsonObject,
  validate: StandardSchema['~standard']['validate'],
  vendor = 'timestep',
): PreparedSchema {
  const getJson = (): Record<string, unknown> => json;
  const jsonSchema = { input: getJson, output: getJson };
  return { json, standard: { '~standard': { version: 1, vendor, validate, jsonSchema } } };
}

/**
 * Returns the schema of a tool's arguments; by default it accepts any object. Throws `ToolError`.
 */
export function prepareArgumentsSchema(
  tool: string,
  schema: SchemaLike | undefined,
): PreparedSchema {
  if (schema === undefined) return ANY_OBJECT;
  const hoisted = prepareSchema(tool, schema, 'input');
  const { type = 'object' } = hoisted.json;
  if (type === 'object') return hoisted;
  throw new ToolError(
    'bad-definition',
    `the input schema of tool ${tool} must describe an object, not ${JSON.stringify(type)}`,
  );
}

/** Returns the schema of a tool's result. Throws `ToolError` if it is unusable. */
export function prepareResultSchema(
  tool: string,
  schema: SchemaLike | undefined,
): PreparedSchema | undefined {
  return schema && prepareSchema(tool, schema, 'output');
}

/** Checks a value against a schema. */
export function checkValue(schema: PreparedSchema, value: unknown): Promise<Checked> | Checked {
  const result = schema.standard['~standard'].validate(value);
  return isThenable(result) ? result.then(toCheckedValue) : toCheckedValue(result);
}

/** Result of checking a value: the valid value, or all errors as one text for a model. */
export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: string };

function toCheckedValue(result: Validated): Checked {
  if (!result.issues) return { ok: true, value: result.value };
  const issues = result.issues.map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  return { ok: false, issues: issues.join(', ') };
}

function prepareSchema(tool: string, schema: SchemaLike, side: 'input' | 'output'): PreparedSchema {
  try {
    const given = isStandardSchema(schema) ? schema : jsonSchemaToStandard(schema);
    const { validate, vendor, jsonSchema } = given['~standard'];
    const made = jsonSchema[side](DIALECT);
    const json = (side === 'input' ? { type: 'object', ...made } : made) as JsonObject;
    return createPreparedSchema(json, validate, vendor);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      'bad-definition',
      `the ${side} schema of tool ${tool} is unusable: ${why}`,
      { cause: error },
    );
  }
}

function isStandardSchema(schema: SchemaLike): schema is StandardSchema {
  return '~standard' in schema;
}

type Validate = (
  value: unknown,
) => { readonly valid: true } | { readonly valid: false; readonly errorMessage: string };

/** Wraps a JSON Schema as a Standard Schema. The validator is loaded when a value first fails the quick check. */
function jsonSchemaToStandard(schema: JsonObject): StandardSchema {
  let loaded: Validate | undefined;
  async function validateWithLoadedValidator(value: unknown): Promise<Validated> {
    loaded ??= await loadValidator(schema);
    const result = loaded(value);
    return result.valid
      ? { value }
      : { issues: describeSchemaErrors(result.errorMessage, schema, value) };
  }
  const quickCheck = compilePlainSchema(schema);
  return createPreparedSchema(schema, (value) =>
    quickCheck?.(value) === true ? { value } : validateWithLoadedValidator(value),
  ).standard;
}

async function loadValidator(schema: JsonObject): Promise<Validate> {
  const { CfWorkerJsonSchemaValidator } =
    await import('@modelcontextprotocol/server/validators/cf-worker');
  return new CfWorkerJsonSchemaValidator({ shortcircuit: false }).getValidator(schema);
}
