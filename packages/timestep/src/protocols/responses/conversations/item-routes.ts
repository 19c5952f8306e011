import {
  readList,
  reportField,
  reportMissing,
  type Fields,
  type JsonObject,
  type Session,
} from '../../../core/index.ts';
import { requireBodyFields } from '../read/responses-fields.ts';
import { readInputItems, createIdKey } from '../serve/start-turn.ts';
import { buildItemPage } from '../serve/item-page.ts';
import { buildListPage } from '../serve/list-page.ts';
import { readBody } from '../serve/read-body.ts';
import type { AuthenticatedRequest, ResponsesService } from '../serve/responses-service.ts';
import type { Item } from '../wire/response-item.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { loadConversationItems } from './load-conversation-items.ts';
import {
  changeConversation,
  sessionToConversation,
  loadConversation,
} from './stored-conversation.ts';
import { runExclusively } from './conversation-position.ts';
import { createTurnMark } from './turn-mark.ts';
import { findNewestTurn } from './load-turns.ts';

/** Maximum number of items that one request can add. */
const MAX_ITEMS = 20;
/** Maximum number of additions and removals per conversation. */
const MAX_CHANGES = 1000;

/** `GET /v1/conversations/{id}/items`: lists the items of a conversation. */
export async function listItems(
  service: ResponsesService,
  { request, principal }: AuthenticatedRequest,
  id: string,
): Promise<Response> {
  const session = await loadConversation(service, { principal, id });
  const items = await loadConversationItems(service, session);
  return Response.json(buildItemPage(items, new URL(request.url).searchParams));
}

/**
 * `POST /v1/conversations/{id}/items`: appends items to a conversation; the next response receives
 * them as context.
 */
export async function addItems(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<Response> {
  const { principal, request } = asked;
  const key = { principal, id };
  await loadConversation(service, key);
  const body = requireBodyFields(await readBody(service, request));
  const items = await readNewItems(service, principal, body);
  await runExclusively(service, key, () =>
    changeConversation(service, key, async (session) => {
      checkChangeCount(session);
      return [
        {
          type: 'session.items-added',
          items,
          ...createTurnMark(await findNewestTurn(service, key)),
        },
      ];
    }),
  );
  return Response.json(buildListPage(items, false));
}

/** `GET /v1/conversations/{id}/items/{item}`: returns one item. */
export async function retrieveItem(
  service: ResponsesService,
  { principal }: AuthenticatedRequest,
  id: string,
  itemId: string,
): Promise<Response> {
  return Response.json(await loadItem(service, { principal, id }, itemId));
}

/**
 * `DELETE /v1/conversations/{id}/items/{item}`: removes an item from the context of later
 * responses.
 */
export async function removeItem(
  service: ResponsesService,
  { principal }: AuthenticatedRequest,
  id: string,
  itemId: string,
): Promise<Response> {
  const key = { principal, id };
  await loadItem(service, key, itemId);
  const session = await runExclusively(service, key, () =>
    changeConversation(service, key, async (before) => {
      checkChangeCount(before);
      return [
        {
          type: 'session.item-removed',
          itemId,
          ...createTurnMark(await findNewestTurn(service, key)),
        },
      ];
    }),
  );
  return Response.json(sessionToConversation(session));
}

/**
 * Reads items in the form in which they are stored. Throws `ResponsesError` if an item is invalid
 * or there are too many.
 */
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
  const items = await readInputItems(service, principal, list, createIdKey(service), 'items');
  return items.map((item) => ({ ...item }) as JsonObject & { readonly id: string });
}

interface ConversationKey {
  readonly principal: string;
  readonly id: string;
}

/**
 * Throws `ResponsesError` if a conversation has too many added and removed items. Each turn reads
 * all of them, so their number is limited.
 */
function checkChangeCount({ added = [], removed = [] }: Session): void {
  if (added.length + removed.length < MAX_CHANGES) return;
  const message = `items were added or removed ${MAX_CHANGES} times, which is the limit: start another conversation`;
  throw new ResponsesError(400, 'conversation_full', message, 'items');
}

async function loadItem(
  service: ResponsesService,
  key: ConversationKey,
  itemId: string,
): Promise<Item> {
  const items = await loadConversationItems(service, await loadConversation(service, key));
  const item = items.find((one) => one.id === itemId);
  if (item) return item;
  throw new ResponsesError(404, 'item_not_found', `there is no item ${itemId}`);
}
