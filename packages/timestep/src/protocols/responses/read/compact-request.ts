import { readText, readValue, requireText, type JsonValue } from '../../../core/index.ts';
import { readInput, type CreateRequest } from './create-request.ts';
import { requireBodyFields } from './responses-fields.ts';

/** A request whose input is still unparsed. */
export interface CompactRequest {
  readonly model: string;
  /** Undefined if the previous response holds the whole conversation. */
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | null;
  readonly previousResponseId: string | null;
}

/** Unknown fields are ignored, because the API often gains new ones. */
export function readCompactRequest(body: JsonValue): CompactRequest {
  const fields = requireBodyFields(body);
  const model = requireText(fields, 'model', 'set the name of the agent');
  const previousResponseId = readText(fields, 'previous_response_id') ?? null;
  const isAlone = previousResponseId !== null && readValue(fields, 'input') === undefined;
  return {
    model,
    input: isAlone ? undefined : readInput(fields),
    instructions: readText(fields, 'instructions') ?? null,
    previousResponseId,
  };
}
