import { andThen, type JsonObject } from '../core/index.ts';
import { fitsPlainly } from './plain-schema.ts';
import type { StandardSchema, Validated } from './schema.ts';

type Validate = (
  value: unknown,
) => { readonly valid: true } | { readonly valid: false; readonly errorMessage: string };

/**
 * Wraps a JSON Schema as a Standard Schema. A validator is loaded when the first value fails the
 * quick check.
 */
export function fromJsonSchema(schema: JsonObject): StandardSchema {
  let loaded: Validate | undefined;
  const load = async (): Promise<Validate> => (loaded = await validatorOf(schema));
  const validated = (validate: Validate, value: unknown): Validated => {
    const result = validate(value);
    return result.valid ? { value } : { issues: [{ message: result.errorMessage }] };
  };
  const plainly = fitsPlainly(schema);
  const shown = (): Record<string, unknown> => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'timestep',
      jsonSchema: { input: shown, output: shown },
      validate: (value) =>
        plainly?.(value) === true
          ? { value }
          : andThen(loaded ?? load(), (validate) => validated(validate, value)),
    },
  };
}

async function validatorOf(schema: JsonObject): Promise<Validate> {
  const { CfWorkerJsonSchemaValidator } =
    await import('@modelcontextprotocol/server/validators/cf-worker');
  return new CfWorkerJsonSchemaValidator({ shortcircuit: false }).getValidator(schema);
}
