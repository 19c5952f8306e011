import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** One thing that is wrong with a value: where, as a JSON pointer, and what. */
export interface Flaw {
  readonly path: string;
  readonly message: string;
}

/** Says what is wrong with a value; nothing where it is as the schema wants it. */
export type SchemaCheck = (value: unknown) => readonly Flaw[];

/** A check by a file of `schemas`. */
export function schemaCheck(name: string): SchemaCheck {
  const file = new URL(`schemas/${name}.schema.json`, import.meta.url);
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(flawOf));
}

function flawOf({ instancePath, keyword, params, message = 'is not allowed' }: ErrorObject): Flaw {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>;
  const name = missingProperty ?? additionalProperty;
  if (typeof name !== 'string') return { path: instancePath, message };
  const path = `${instancePath}/${name}`;
  return { path, message: keyword === 'required' ? 'is missing' : 'is not known here' };
}
