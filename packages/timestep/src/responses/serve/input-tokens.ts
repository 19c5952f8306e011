import { estimateTokens, messagesOf, type Message } from '../../core/index.ts';
import { placeIn } from '../conversations/place.ts';
import { conversationAt } from '../read/conversation.ts';
import { readInputTokensRequest } from '../read/input-tokens-request.ts';
import { messagesFrom } from '../read/messages.ts';
import { itemsOf, newKey, previousOf } from './begun-turn.ts';
import { givenFor } from './given-for.ts';
import { readBody } from './read-body.ts';
import { agentFor, type Asked, type Service } from './service.ts';

/**
 * `POST /v1/responses/input_tokens`: about how many tokens a request with this body would have. What
 * the agent adds (its own instructions and tools) is not in it, because it is chosen with each
 * request.
 */
export async function countInputTokens(service: Service, asked: Asked): Promise<Response> {
  const { request, principal } = asked;
  const wanted = readInputTokensRequest(await readBody(service, request));
  if (wanted.model !== undefined) agentFor(service.agents, wanted.model);
  const { input, instructions, tools } = wanted;
  const items =
    input === undefined ? [] : await itemsOf(service, principal, input, newKey(service));
  const { conversation: id, previousResponseId } = wanted;
  const place = id === undefined ? undefined : await placeIn(service, { principal, id }, items);
  const previous = place?.previous ?? (await previousOf(service, principal, previousResponseId));
  const before = previous && conversationAt(previous.record, previous.task);
  const told: Message[] =
    instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  const all = [...(place?.carried ?? []), ...items];
  const given = await givenFor(service, principal, all);
  const added = messagesFrom(all, before?.open ?? [], given);
  const input_tokens = estimateTokens(
    [...told, ...messagesOf(before?.messages ?? []), ...added],
    tools,
  );
  return Response.json({ object: 'response.input_tokens', input_tokens });
}
