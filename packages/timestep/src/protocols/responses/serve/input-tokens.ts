import { estimateTokens, historyToMessages, type Message } from '../../../core/index.ts';
import { findConversationPosition } from '../conversations/conversation-position.ts';
import { getTranscriptAtEnd } from '../read/transcript-at-end.ts';
import { readInputTokensRequest } from '../read/input-tokens-request.ts';
import { itemsToMessages } from '../read/items-to-messages.ts';
import { readInputItems, createIdKey, loadPreviousResponse } from './start-turn.ts';
import { loadReferencedData } from './load-referenced-data.ts';
import { readBody } from './read-body.ts';
import {
  findAgentForModel,
  type AuthenticatedRequest,
  type ResponsesService,
} from './responses-service.ts';

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
