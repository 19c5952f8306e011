import { estimateTokens, historyToMessages, type Message, readText, readValue } from '#core';
import { findConversationPosition } from '../conversations/conversation-position.ts';
import { getTranscriptAtEnd } from '../read/transcript-at-end.ts';
import { itemsToMessages } from '../read/items-to-messages.ts';
import { readInputItems, createIdKey, loadPreviousResponse } from './start-turn.ts';
import { loadReferencedData } from './load-referenced-data.ts';
import { readBody, findAgentForModel, type RouteHandler } from './responses-service.ts';
import { readConversationId, readInput } from '../read/create-request.ts';
import { readTools } from '../read/offered-tools.ts';
import { requireBodyFields } from '../read/responses-fields.ts';

/** Serves `POST /v1/responses/input_tokens`, without instructions and tools of the agent. */
export const countInputTokens: RouteHandler = async (service, asked) => {
  const { request, principal } = asked;
  const body = requireBodyFields(await readBody(service, request));
  const model = readText(body, 'model');
  const input = readValue(body, 'input') === undefined ? undefined : readInput(body);
  const instructions = readText(body, 'instructions');
  const previousId = readText(body, 'previous_response_id') ?? null;
  const id = readConversationId(body);
  const tools = readTools(body);
  if (model !== undefined) findAgentForModel(service.agents, model);
  const items =
    input === undefined
      ? []
      : await readInputItems(service, principal, input, createIdKey(service));
  const place =
    id === undefined
      ? undefined
      : await findConversationPosition(service, { principal, id }, items);
  const previous = place?.previous ?? (await loadPreviousResponse(service, principal, previousId));
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
};
