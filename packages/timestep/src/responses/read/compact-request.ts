import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { createMissingFieldError, createWrongTypeError } from '../wire/responses-error.ts';
import { readField } from './read-field.ts';
import { readInput, type CreateRequest } from './create-request.ts';

/** A validated request to compact a conversation. Its input is still unparsed. */
export interface CompactRequest {
  readonly model: string;
  /** Undefined if the previous response already holds the whole conversation. */
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | null;
  readonly previousResponseId: string | null;
}

/** Reads a request body. Unknown fields are ignored, because the API often gains new ones. */
export function readCompactRequest(body: JsonValue): CompactRequest {
  if (!isJsonObject(body)) throw createWrongTypeError('body', 'an object', body);
  const model = readField(body, 'model', 'string');
  if (model === undefined) throw createMissingFieldError('model', 'set the name of the agent');
  const previousResponseId = readField(body, 'previous_response_id', 'string') ?? null;
  const isAlone = previousResponseId !== null && body['input'] == null;
  return {
    model,
    input: isAlone ? undefined : readInput(body),
    instructions: readField(body, 'instructions', 'string') ?? null,
    previousResponseId,
  };
}
