import { andThen, type JsonObject } from '../../core/index.ts';
import { compilePlainSchema } from './plain-schema.ts';
import type { StandardSchema, Validated } from './schema.ts';

type Validate = (
  value: unknown,
) => { readonly valid: true } | { readonly valid: false; readonly errorMessage: string };

/** Wraps a JSON Schema. The validator is loaded when a value first fails the quick check. */
export function jsonSchemaToStandard(schema: JsonObject): StandardSchema {
  let loaded: Validate | undefined;
  const load = async (): Promise<Validate> => (loaded = await loadValidator(schema));
  const toValidated = (validate: Validate, value: unknown): Validated => {
    const result = validate(value);
    return result.valid ? { value } : { issues: [{ message: result.errorMessage }] };
  };
  const quickCheck = compilePlainSchema(schema);
  const getJson = (): Record<string, unknown> => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'timestep',
      jsonSchema: { input: getJson, output: getJson },
      validate: (value) =>
        quickCheck?.(value) === true
          ? { value }
          : andThen(loaded ?? load(), (validate) => toValidated(validate, value)),
    },
  };
}

async function loadValidator(schema: JsonObject): Promise<Validate> {
  const { CfWorkerJsonSchemaValidator } =
    await import('@modelcontextprotocol/server/validators/cf-worker');
  return new CfWorkerJsonSchemaValidator({ shortcircuit: false }).getValidator(schema);
}
