import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationPropertySchema,
  ElicitationSchema,
} from '@agentclientprotocol/sdk';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Question,
  type UserMessage,
} from '../core/index.ts';

/** Where a question comes from. */
export interface AskedBy {
  readonly sessionId: string;
  readonly toolCallId: string;
}

/** Asks the user with a form (ACP v1, Elicitation). */
export function elicitationRequest(by: AskedBy, question: Question): CreateElicitationRequest {
  return { ...by, mode: 'form', message: question.text, requestedSchema: formOf(question) };
}

/** The answer; `undefined` where the form was closed, so that the question still waits. */
export function answerFrom(
  response: CreateElicitationResponse,
  question: Question,
): UserMessage | undefined {
  if (response.action === 'decline') {
    return { role: 'user', content: 'I do not want to answer this.' };
  }
  if (response.action !== 'accept' || !('content' in response)) return undefined;
  const content: unknown = response.content;
  const data = isJsonObject(content) ? content : {};
  if (question.schema && fieldsOf(question.schema)) {
    return { role: 'user', content: [{ type: 'data', data }] };
  }
  const words = [data[OTHER], data[ANSWER]].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof words === 'string' ? { role: 'user', content: words } : undefined;
}

const ANSWER = 'answer';
const OTHER = 'other';

function formOf({ options, schema }: Question): ElicitationSchema {
  const fields = schema && fieldsOf(schema);
  if (schema && fields) {
    const required = schema['required'];
    const names = isList(required) ? required.filter((name) => typeof name === 'string') : [];
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

/** The fields of a form; `undefined` where the schema has one that forms do not have. */
function fieldsOf(schema: JsonObject): Record<string, ElicitationPropertySchema> | undefined {
  const { properties } = schema;
  if (!isJsonObject(properties)) return undefined;
  const fields = Object.entries(properties).map(([name, value]) => [name, fieldOf(value)] as const);
  const known = fields.filter(
    (pair): pair is [string, ElicitationPropertySchema] => pair[1] !== undefined,
  );
  return known.length === fields.length ? Object.fromEntries(known) : undefined;
}

const TYPES = ['string', 'number', 'integer', 'boolean'] as const;
const KEPT = [
  'title',
  'description',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'enum',
];

function fieldOf(value: JsonValue): ElicitationPropertySchema | undefined {
  if (!isJsonObject(value)) return undefined;
  const type = TYPES.find((one) => one === value['type']);
  if (type === undefined) return undefined;
  const kept = Object.entries(value).filter(([name]) => KEPT.includes(name));
  return { ...Object.fromEntries(kept), type };
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
