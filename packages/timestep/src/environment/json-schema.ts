import type { JsonObject } from '../core/index.ts';
import type { StandardSchema } from './schema.ts';

type Validate = (
  value: unknown,
) => { readonly valid: true } | { readonly valid: false; readonly errorMessage: string };

/** A JSON Schema as a Standard Schema. The validator is loaded when a value is first checked. */
export function fromJsonSchema(schema: JsonObject): StandardSchema {
  let validating: Promise<Validate> | undefined;
  const shown = (): Record<string, unknown> => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'timestep',
      jsonSchema: { input: shown, output: shown },
      async validate(value) {
        validating ??= validatorOf(schema);
        const result = (await validating)(value);
        if (result.valid) return { value };
        return { issues: [{ message: result.errorMessage }] };
      },
    },
  };
}

async function validatorOf(schema: JsonObject): Promise<Validate> {
  const { CfWorkerJsonSchemaValidator } =
    await import('@modelcontextprotocol/server/validators/cf-worker');
  return new CfWorkerJsonSchemaValidator({ shortcircuit: false }).getValidator(schema);
}
