import { isJsonObject, type JsonObject, type JsonValue, type Session } from '../../core/index.ts';
import { itemsOf, newKey } from '../serve/begun-turn.ts';
import { itemPage } from '../serve/item-page.ts';
import { listPage } from '../serve/list-page.ts';
import { readBody } from '../serve/read-body.ts';
import type { Asked, Service } from '../serve/service.ts';
import type { Item } from '../wire/item.ts';
import { invalidValue, missing, ResponsesError, wrongType } from '../wire/responses-error.ts';
import { itemsOfConversation } from './items-of.ts';
import { changeConversation, conversationObject, conversationOf } from './kept-conversation.ts';
import { alone } from './place.ts';
import { markOf } from './turn-mark.ts';
import { newestTurn } from './turns.ts';

/** As many items may come at a time. */
const MOST_ITEMS = 20;
/** As often items may be put into a conversation or taken out. */
const MOST_CHANGES = 1000;

/** `GET /v1/conversations/{id}/items` */
export async function listItems(
  service: Service,
  { request, principal }: Asked,
  id: string,
): Promise<Response> {
  const session = await conversationOf(service, { principal, id });
  const items = await itemsOfConversation(service, session);
  return Response.json(itemPage(items, new URL(request.url).searchParams));
}

/** `POST /v1/conversations/{id}/items`: puts items at the end, for the next response to know. */
export async function addItems(service: Service, asked: Asked, id: string): Promise<Response> {
  const { principal, request } = asked;
  const key = { principal, id };
  await conversationOf(service, key);
  const body = await readBody(service, request);
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  const items = await readNewItems(service, principal, body['items'] ?? null);
  await alone(service, key, () =>
    changeConversation(service, key, async (session) => {
      refuseMore(session);
      return [{ type: 'session.items-added', items, ...markOf(await newestTurn(service, key)) }];
    }),
  );
  return Response.json(listPage(items, false));
}

/** `GET /v1/conversations/{id}/items/{item}` */
export async function retrieveItem(
  service: Service,
  { principal }: Asked,
  id: string,
  itemId: string,
): Promise<Response> {
  return Response.json(await itemIn(service, { principal, id }, itemId));
}

/** `DELETE /v1/conversations/{id}/items/{item}`: later responses do not know it. */
export async function removeItem(
  service: Service,
  { principal }: Asked,
  id: string,
  itemId: string,
): Promise<Response> {
  const key = { principal, id };
  await itemIn(service, key, itemId);
  const session = await alone(service, key, () =>
    changeConversation(service, key, async (before) => {
      refuseMore(before);
      return [{ type: 'session.item-removed', itemId, ...markOf(await newestTurn(service, key)) }];
    }),
  );
  return Response.json(conversationObject(session));
}

/** Items as they are kept. Throws `ResponsesError` for what is not an item, or too many of them. */
export async function readNewItems(
  service: Service,
  principal: string,
  given: JsonValue,
): Promise<readonly (JsonObject & { readonly id: string })[]> {
  if (given === null) throw missing('items', 'give at least one item');
  if (!Array.isArray(given)) throw wrongType('items', 'a list', given);
  const list = given as readonly JsonValue[];
  if (list.length === 0) throw invalidValue('items', 'is empty: give at least one item');
  if (list.length > MOST_ITEMS) {
    const message = `items may hold ${MOST_ITEMS} items, not ${list.length}`;
    throw new ResponsesError(400, 'array_above_max_length', message, 'items');
  }
  const items = await itemsOf(service, principal, list, newKey(service), 'items');
  return items.map((item) => ({ ...item }) as JsonObject & { readonly id: string });
}

interface Key {
  readonly principal: string;
  readonly id: string;
}

/** Each turn reads them all, so that they must not become too many. */
function refuseMore({ added = [], removed = [] }: Session): void {
  if (added.length + removed.length < MOST_CHANGES) return;
  const message = `items were put in or taken out ${MOST_CHANGES} times: begin another conversation`;
  throw new ResponsesError(400, 'conversation_full', message, 'items');
}

async function itemIn(service: Service, key: Key, itemId: string): Promise<Item> {
  const items = await itemsOfConversation(service, await conversationOf(service, key));
  const item = items.find((one) => one.id === itemId);
  if (item) return item;
  throw new ResponsesError(404, 'item_not_found', `there is no item ${itemId}`);
}
