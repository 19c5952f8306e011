import { readValue, reportMissing } from '#core';
import { readMetadata, requireBodyFields } from '../read/responses-fields.ts';
import { createRequestIdPart } from '../serve/start-turn.ts';
import { readBody, type RouteHandler } from '../serve/responses-service.ts';
import { readNewItems } from './item-routes.ts';
import {
  changeConversation,
  sessionToConversation,
  loadConversation,
  storeNewConversation,
} from './stored-conversation.ts';
import { runExclusively } from './conversation-position.ts';

export const createConversation: RouteHandler = async (service, asked) => {
  const { headers, body: stream } = asked.request;
  const isEmpty = stream === null || headers.get('content-length') === '0';
  const body = requireBodyFields(isEmpty ? {} : await readBody(service, asked.request));
  const metadata = readMetadata(body);
  const given = readValue(body, 'items') ?? [];
  const none = Array.isArray(given) && given.length === 0;
  const items = none ? [] : await readNewItems(service, asked.principal, body);
  const key = { principal: asked.principal, id: `conv_${createRequestIdPart(service)}` };
  const session = await storeNewConversation(service, key, [
    ...(Object.keys(metadata).length > 0 ? [{ type: 'session.noted', metadata } as const] : []),
    ...(items.length > 0 ? [{ type: 'session.items-added', items } as const] : []),
  ]);
  return Response.json(sessionToConversation(session));
};

export const retrieveConversation: RouteHandler = async (service, { principal }, id) => {
  return Response.json(sessionToConversation(await loadConversation(service, { principal, id })));
};

/** Serves `POST /v1/conversations/{id}`: replaces the metadata. */
export const updateConversation: RouteHandler = async (service, asked, id) => {
  const { principal } = asked;
  const body = requireBodyFields(await readBody(service, asked.request));
  if (readValue(body, 'metadata') === undefined)
    reportMissing(body, 'metadata', 'set an object, {} for no metadata');
  const metadata = readMetadata(body);
  const session = await changeConversation(service, { principal, id }, () => [
    { type: 'session.noted', metadata },
  ]);
  return Response.json(sessionToConversation(session));
};

/** Serves `DELETE /v1/conversations/{id}`: deletes the conversation but not its responses. */
export const removeConversation: RouteHandler = async (service, { principal }, id) => {
  const key = { principal, id };
  await loadConversation(service, key);
  await runExclusively(service, key, () => service.sessions.erase(key));
  return Response.json({ id, object: 'conversation.deleted', deleted: true });
};
