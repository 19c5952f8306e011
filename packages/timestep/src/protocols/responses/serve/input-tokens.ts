import {
  estimateTokens,
  historyToMessages,
  type Message,
  readId,
  readText,
  readValue,
} from '#core';
import { findConversationPosition } from '../conversations/conversation-position.ts';
import {
  createRequestIdPart,
  loadConversationSoFar,
  loadPreviousResponse,
  readInputItems,
} from './start-turn.ts';
import { readBody, findAgentForModel, type RouteHandler } from './responses-service.ts';
import { readConversationId, readInput } from '../read/create-request.ts';
import { readTools } from '../read/offered-tools.ts';
import { requireBodyFields } from '../read/responses-fields.ts';

/** Serves `POST /v1/responses/input_tokens`. Instructions and tools of the agent itself are not counted. */
export const countInputTokens: RouteHandler = async (service, asked) => {
  const { request, principal } = asked;
  const body = requireBodyFields(await readBody(service, request));
  const model = readText(body, 'model');
  const input = readValue(body, 'input') === undefined ? undefined : readInput(body);
  const instructions = readText(body, 'instructions');
  const previousId = readId(body, 'previous_response_id') ?? null;
  const id = readConversationId(body);
  const tools = readTools(body).schemas;
  if (model !== undefined) findAgentForModel(service.agents, model);
  const items = await readInputItems(service, principal, input, createRequestIdPart(service));
  const key = id === undefined ? undefined : { principal, id };
  const place = key && (await findConversationPosition(service, key, items));
  const previous = place?.previous ?? (await loadPreviousResponse(service, principal, previousId));
  const all = [...(place?.carried ?? []), ...items];
  const messages = historyToMessages(
    await loadConversationSoFar(service, principal, previous, all),
  );
  const told: Message[] =
    instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  const input_tokens = estimateTokens([...told, ...messages], tools);
  return Response.json({ object: 'response.input_tokens', input_tokens });
};
