import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { missing, wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';
import { readInput, type CreateRequest } from './request.ts';

/** A request to put a conversation into fewer words, checked; its input is unchanged. */
export interface CompactRequest {
  readonly model: string;
  /** Absent where the conversation is all in the response before. */
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | null;
  readonly previousResponseId: string | null;
}

/** Reads a request body. Unknown fields are ignored, because new ones appear often. */
export function readCompactRequest(body: JsonValue): CompactRequest {
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  const model = field(body, 'model', 'string');
  if (model === undefined) throw missing('model', 'say whose conversation it is');
  const previousResponseId = field(body, 'previous_response_id', 'string') ?? null;
  const isAlone = previousResponseId !== null && body['input'] == null;
  return {
    model,
    input: isAlone ? undefined : readInput(body),
    instructions: field(body, 'instructions', 'string') ?? null,
    previousResponseId,
  };
}
