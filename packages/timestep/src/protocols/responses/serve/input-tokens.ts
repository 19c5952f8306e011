import {
  estimateTokens,
  historyToMessages,
  type Message,
  readText,
  readValue,
  type JsonValue,
  type ToolSchema,
} from '../../../core/index.ts';
import { findConversationPosition } from '../conversations/conversation-position.ts';
import { getTranscriptAtEnd } from '../read/transcript-at-end.ts';
import { itemsToMessages } from '../read/items-to-messages.ts';
import { readInputItems, createIdKey, loadPreviousResponse } from './start-turn.ts';
import { loadReferencedData } from './load-referenced-data.ts';
import {
  readBody,
  findAgentForModel,
  type AuthenticatedRequest,
  type ResponsesService,
} from './responses-service.ts';
import { readConversationId, readInput, type CreateRequest } from '../read/create-request.ts';
import { readTools } from '../read/offered-tools.ts';
import { requireBodyFields } from '../read/responses-fields.ts';

/**
 * `POST /v1/responses/input_tokens`: an estimate without the agent's instructions and tools, which
 * are selected for each request.
 */
export async function countInputTokens(
  service: ResponsesService,
  asked: AuthenticatedRequest,
): Promise<Response> {
  const { request, principal } = asked;
  const wanted = readInputTokensRequest(await readBody(service, request));
  if (wanted.model !== undefined) findAgentForModel(service.agents, wanted.model);
  const { input, instructions, tools } = wanted;
  const items =
    input === undefined
      ? []
      : await readInputItems(service, principal, input, createIdKey(service));
  const { conversation: id, previousResponseId } = wanted;
  const place =
    id === undefined
      ? undefined
      : await findConversationPosition(service, { principal, id }, items);
  const previous =
    place?.previous ?? (await loadPreviousResponse(service, principal, previousResponseId));
  const before = previous && getTranscriptAtEnd(previous.record, previous.task);
  const told: Message[] =
    instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  const all = [...(place?.carried ?? []), ...items];
  const given = await loadReferencedData(service, principal, all);
  const added = itemsToMessages(all, before?.open ?? [], given);
  const input_tokens = estimateTokens(
    [...told, ...historyToMessages(before?.messages ?? []), ...added],
    tools,
  );
  return Response.json({ object: 'response.input_tokens', input_tokens });
}

/** A request whose input is still unparsed. */
interface InputTokensRequest {
  readonly model: string | undefined;
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | undefined;
  readonly previousResponseId: string | null;
  readonly conversation: string | undefined;
  readonly tools: readonly ToolSchema[];
}

function readInputTokensRequest(body: JsonValue): InputTokensRequest {
  const fields = requireBodyFields(body);
  return {
    model: readText(fields, 'model'),
    input: readValue(fields, 'input') === undefined ? undefined : readInput(fields),
    instructions: readText(fields, 'instructions'),
    previousResponseId: readText(fields, 'previous_response_id') ?? null,
    conversation: readConversationId(fields),
    tools: readTools(fields),
  };
}
