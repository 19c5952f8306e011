import { isJsonObject, type JsonValue, type ToolSchema } from '../../core/index.ts';
import { wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';
import { readConversation, readInput, type CreateRequest } from './request.ts';
import { readTools } from './tools.ts';

/** A question how many tokens a request would have, checked; its input is unchanged. */
export interface InputTokensRequest {
  readonly model: string | undefined;
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | undefined;
  readonly previousResponseId: string | null;
  readonly conversation: string | undefined;
  readonly tools: readonly ToolSchema[];
}

/** Reads a request body, in which nothing is required. Unknown fields are ignored. */
export function readInputTokensRequest(body: JsonValue): InputTokensRequest {
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  return {
    model: field(body, 'model', 'string'),
    input: body['input'] == null ? undefined : readInput(body),
    instructions: field(body, 'instructions', 'string'),
    previousResponseId: field(body, 'previous_response_id', 'string') ?? null,
    conversation: readConversation(body),
    tools: readTools(body),
  };
}
