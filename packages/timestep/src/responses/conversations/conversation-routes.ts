import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { metadataIn } from '../read/bounds.ts';
import { newKey } from '../serve/begun-turn.ts';
import { readBody } from '../serve/read-body.ts';
import type { Asked, Service } from '../serve/service.ts';
import { missing, wrongType } from '../wire/responses-error.ts';
import { readNewItems } from './item-routes.ts';
import {
  changeConversation,
  conversationObject,
  conversationOf,
  openConversation,
} from './kept-conversation.ts';
import { alone } from './place.ts';

/** `POST /v1/conversations`: begins a conversation, with items where some are given. */
export async function createConversation(service: Service, asked: Asked): Promise<Response> {
  const body = await readObject(service, asked, {});
  const metadata = metadataIn(body);
  const given = body['items'] ?? [];
  const none = Array.isArray(given) && given.length === 0;
  const items = none ? [] : await readNewItems(service, asked.principal, given);
  const key = { principal: asked.principal, id: `conv_${newKey(service)}` };
  const session = await openConversation(service, key, [
    ...(Object.keys(metadata).length > 0 ? [{ type: 'session.noted', metadata } as const] : []),
    ...(items.length > 0 ? [{ type: 'session.items-added', items } as const] : []),
  ]);
  return Response.json(conversationObject(session));
}

/** `GET /v1/conversations/{id}` */
export async function retrieveConversation(
  service: Service,
  { principal }: Asked,
  id: string,
): Promise<Response> {
  return Response.json(conversationObject(await conversationOf(service, { principal, id })));
}

/** `POST /v1/conversations/{id}`: replaces the metadata. */
export async function updateConversation(
  service: Service,
  asked: Asked,
  id: string,
): Promise<Response> {
  const { principal } = asked;
  const body = await readObject(service, asked);
  if (body['metadata'] == null) throw missing('metadata', 'give what to note, {} for nothing');
  const metadata = metadataIn(body);
  const session = await changeConversation(service, { principal, id }, () => [
    { type: 'session.noted', metadata },
  ]);
  return Response.json(conversationObject(session));
}

/** `DELETE /v1/conversations/{id}`: its responses stay, and are deleted one by one. */
export async function removeConversation(
  service: Service,
  { principal }: Asked,
  id: string,
): Promise<Response> {
  const key = { principal, id };
  await conversationOf(service, key);
  await alone(service, key, () => service.sessions.erase(key));
  return Response.json({ id, object: 'conversation.deleted', deleted: true });
}

async function readObject(
  service: Service,
  { request }: Asked,
  otherwise?: JsonObject,
): Promise<JsonObject> {
  const isEmpty = request.body === null || request.headers.get('content-length') === '0';
  const body: JsonValue = otherwise && isEmpty ? otherwise : await readBody(service, request);
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  return body;
}
