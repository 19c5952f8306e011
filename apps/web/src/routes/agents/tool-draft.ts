import type { AgentToolText } from '@timestep-ai/timestep/view';

export const FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

export interface FieldDraft {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Schema keywords of the parameter that the form does not show. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly fields: readonly FieldDraft[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export const NEW_TOOL: ToolDraft = {
  name: '',
  description: '',
  prompt: '',
  fields: [],
  rest: { type: 'object' },
};

export function toolToDraft(tool: AgentToolText): ToolDraft {
  const { name, description = '', parameters, prompt } = tool;
  const { properties, required, ...rest } = parameters;
  const fields = Object.entries(toRecordOrEmpty(properties)).map(([field, schema]): FieldDraft => {
    const { type, description: about, ...others } = toRecordOrEmpty(schema);
    return {
      name: field,
      type: typeof type === 'string' ? type : '',
      description: typeof about === 'string' ? about : '',
      isRequired: Array.isArray(required) && required.includes(field),
      rest: typeof type === 'string' || type === undefined ? others : { type, ...others },
    };
  });
  return { name, description, prompt, fields, rest };
}

export function draftToTool({ name, description, prompt, fields, rest }: ToolDraft): AgentToolText {
  const properties = Object.fromEntries(
    fields.map(({ name: field, type, description: about, rest: others }) => [
      field,
      { ...(type !== '' && { type }), ...(about !== '' && { description: about }), ...others },
    ]),
  );
  const required = fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
  const parameters = { ...rest, properties, ...(required.length > 0 && { required }) };
  return { name, ...(description !== '' && { description }), parameters, prompt };
}

function toRecordOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
