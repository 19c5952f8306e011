import {
  readList,
  reportField,
  reportMissing,
  type Fields,
  type JsonObject,
  type Session,
  type SessionEvent,
} from '#core';
import type { SessionKey } from '#engine/port';
import { requireBodyFields } from '../read/responses-fields.ts';
import { readInputItems, createRequestIdPart } from '../serve/start-turn.ts';
import { buildItemPage, buildListPage } from '../serve/list-page.ts';
import { readBody, type ResponsesService, type RouteHandler } from '../serve/responses-service.ts';
import type { Item } from '../wire/response-item.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { loadConversationItems } from './load-conversation-items.ts';
import {
  changeConversation,
  sessionToConversation,
  loadConversation,
} from './stored-conversation.ts';
import { runExclusively } from './conversation-position.ts';
import { createTurnMark, findNewestTurn } from './load-turns.ts';

/** Maximum number of items that one request may add. */
const MAX_ITEMS = 20;
/** Maximum number of additions and removals per conversation. */
const MAX_CHANGES = 1000;

export const listItems: RouteHandler = async (service, { request, principal }, id) => {
  const session = await loadConversation(service, { principal, id });
  const items = await loadConversationItems(service, session);
  return Response.json(buildItemPage(items, new URL(request.url).searchParams));
};

/** Serves `POST /v1/conversations/{id}/items`: the next response receives the items as context. */
export const addItems: RouteHandler = async (service, asked, id) => {
  const { principal, request } = asked;
  const key = { principal, id };
  await loadConversation(service, key);
  const body = requireBodyFields(await readBody(service, request));
  const items = await readNewItems(service, principal, body);
  await addOrRemoveItems(service, key, { type: 'session.items-added', items });
  return Response.json(buildListPage(items, false));
};

export const retrieveItem: RouteHandler = async (service, { principal }, id, itemId) => {
  return Response.json(await loadItem(service, { principal, id }, itemId));
};

/** Serves `DELETE /v1/conversations/{id}/items/{item}`: later responses do not receive the item. */
export const removeItem: RouteHandler = async (service, { principal }, id, itemId) => {
  const key = { principal, id };
  await loadItem(service, key, itemId);
  const session = await addOrRemoveItems(service, key, { type: 'session.item-removed', itemId });
  return Response.json(sessionToConversation(session));
};

/** Reads items. Throws `ResponsesError` if an item is invalid or there are too many. */
export async function readNewItems(
  service: ResponsesService,
  principal: string,
  body: Fields,
): Promise<readonly (JsonObject & { readonly id: string })[]> {
  const list =
    readList(body, 'items') ?? reportMissing(body, 'items', 'give at least one item') ?? [];
  if (list.length === 0) reportField(body, 'items', 'is empty: give at least one item');
  if (list.length > MAX_ITEMS) {
    const message = `items may have at most ${MAX_ITEMS} items, not ${list.length}`;
    throw new ResponsesError(400, 'array_above_max_length', message, 'items');
  }
  const items = await readInputItems(
    service,
    principal,
    list,
    createRequestIdPart(service),
    'items',
  );
  return items.map((item) => ({ ...item }) as JsonObject & { readonly id: string });
}

/** Adds or removes items after the newest turn. */
function addOrRemoveItems(
  service: ResponsesService,
  key: SessionKey,
  change: Extract<SessionEvent, { type: 'session.items-added' | 'session.item-removed' }>,
): Promise<Session> {
  return runExclusively(service, key, () =>
    changeConversation(service, key, async (session) => {
      requireItemChangesLeft(session);
      return [{ ...change, ...createTurnMark(await findNewestTurn(service, key)) }];
    }),
  );
}

/** Throws if items were added or removed too often, because each turn reads all these changes. */
function requireItemChangesLeft({ added = [], removed = [] }: Session): void {
  if (added.length + removed.length < MAX_CHANGES) return;
  const message = `items were added or removed ${MAX_CHANGES} times, which is the limit: start another conversation`;
  throw new ResponsesError(400, 'conversation_full', message, 'items');
}

async function loadItem(service: ResponsesService, key: SessionKey, itemId: string): Promise<Item> {
  const items = await loadConversationItems(service, await loadConversation(service, key));
  const item = items.find((one) => one.id === itemId);
  if (item) return item;
  throw new ResponsesError(404, 'item_not_found', `there is no item ${itemId}`);
}
