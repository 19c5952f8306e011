import type { AgentToolText } from '@timestep-ai/timestep/view';

/** Types that a field of a tool can have in the form. */
export const FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

/** A parameter of a tool as the form shows it. */
export interface FieldDraft {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** What else the schema says, which the form does not show. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A tool as the form shows it. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly fields: readonly FieldDraft[];
  /** What else the schema of the arguments says. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export const NEW_TOOL: ToolDraft = {
  name: '',
  description: '',
  prompt: '',
  fields: [],
  rest: { type: 'object' },
};

export function draftOf({ name, description = '', parameters, prompt }: AgentToolText): ToolDraft {
  const { properties, required, ...rest } = parameters;
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries(recordIn(properties)).map(([field, schema]): FieldDraft => {
    const { type, description: about, ...others } = recordIn(schema);
    return {
      name: field,
      type: typeof type === 'string' ? type : '',
      description: typeof about === 'string' ? about : '',
      isRequired: needed.includes(field),
      rest: typeof type === 'string' || type === undefined ? others : { type, ...others },
    };
  });
  return { name, description, prompt, fields, rest };
}

export function toolOf({ name, description, prompt, fields, rest }: ToolDraft): AgentToolText {
  const properties = Object.fromEntries(
    fields.map(({ name: field, type, description: about, rest: others }) => [
      field,
      { ...(type !== '' && { type }), ...(about !== '' && { description: about }), ...others },
    ]),
  );
  const required = fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
  const parameters = { ...rest, properties, ...(required.length > 0 && { required }) };
  return {
    name,
    ...(description !== '' && { description }),
    parameters,
    prompt,
  };
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
