import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** One error in a value: its location as a JSON pointer, and a description. */
export interface SchemaError {
  readonly path: string;
  readonly message: string;
}

/** Returns the errors of a value; empty if the value matches the schema. */
export type SchemaCheck = (value: unknown) => readonly SchemaError[];

/** Creates a check from a file of `schemas`. */
export function createSchemaCheck(name: string): SchemaCheck {
  const file = new URL(`../schemas/${name}.schema.json`, import.meta.url);
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(toSchemaError));
}

function toSchemaError({
  instancePath,
  keyword,
  params,
  message = 'is not allowed',
}: ErrorObject): SchemaError {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>;
  const name = missingProperty ?? additionalProperty;
  if (typeof name !== 'string') return { path: instancePath, message };
  const path = `${instancePath}/${name}`;
  return { path, message: keyword === 'required' ? 'is missing' : 'is not known here' };
}
