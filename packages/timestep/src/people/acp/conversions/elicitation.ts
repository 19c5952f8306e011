import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationPropertySchema,
  ElicitationSchema,
} from '@agentclientprotocol/sdk';
import {
  DECLINED_ANSWER,
  formatForeignText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Question,
  type UserMessage,
} from '#core';

/** Creates a request that shows a question to the user as a form (ACP v1, Elicitation). */
export function createElicitationRequest(
  by: Readonly<Record<'sessionId' | 'toolCallId', string>>,
  question: Question,
): CreateElicitationRequest {
  return {
    ...by,
    mode: 'form',
    message: formatForeignText(question.text),
    requestedSchema: createElicitationForm(question),
  };
}

/** Returns the answer of a form; undefined if the user closed the form without an answer. */
export function responseToAnswer(
  response: CreateElicitationResponse,
  question: Question,
): UserMessage | undefined {
  if (response.action === 'decline') {
    return { role: 'user', content: DECLINED_ANSWER };
  }
  if (response.action !== 'accept' || !('content' in response)) return undefined;
  const content: unknown = response.content;
  const data = isJsonObject(content) ? content : {};
  if (question.schema && schemaToFields(question.schema)) {
    return { role: 'user', content: [{ type: 'data', data }] };
  }
  const words = [data[OTHER], data[ANSWER]].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof words === 'string' ? { role: 'user', content: words } : undefined;
}

const ANSWER = 'answer';
const OTHER = 'other';

function createElicitationForm({ options, schema }: Question): ElicitationSchema {
  const fields = schema && schemaToFields(schema);
  if (schema && fields) {
    const required = schema['required'];
    const names = [required].flat().filter((name) => typeof name === 'string');
    return { type: 'object', properties: fields, ...(names.length > 0 && { required: names }) };
  }
  if (!options || options.length === 0) {
    const answer = { type: 'string', title: 'Answer' } as const;
    return { type: 'object', properties: { [ANSWER]: answer }, required: [ANSWER] };
  }
  const answer = { type: 'string', title: 'Answer', enum: [...options] } as const;
  const other = { type: 'string', title: 'Another answer' } as const;
  return { type: 'object', properties: { [ANSWER]: answer, [OTHER]: other } };
}

/** Converts a schema to form fields; undefined if forms do not support the type of a property. */
function schemaToFields(schema: JsonObject): Record<string, ElicitationPropertySchema> | undefined {
  const { properties } = schema;
  if (!isJsonObject(properties)) return undefined;
  const fields = Object.entries(properties).map(
    ([name, value]) => [name, propertyToField(value)] as const,
  );
  const known = fields.filter(
    (pair): pair is [string, ElicitationPropertySchema] => pair[1] !== undefined,
  );
  return known.length === fields.length ? Object.fromEntries(known) : undefined;
}

const FIELD_TYPES = ['string', 'number', 'integer', 'boolean'] as const;
const COPIED_KEYWORDS = [
  'title',
  'description',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'enum',
];

function propertyToField(value: JsonValue): ElicitationPropertySchema | undefined {
  if (!isJsonObject(value)) return undefined;
  const type = FIELD_TYPES.find((one) => one === value['type']);
  if (type === undefined) return undefined;
  const kept = Object.entries(value).flatMap(([name, one]) => {
    if (!COPIED_KEYWORDS.includes(name)) return [];
    const isShown = typeof one === 'string' && name !== 'default';
    return [[name, isShown ? formatForeignText(one) : one] as const];
  });
  return { ...Object.fromEntries(kept), type };
}
