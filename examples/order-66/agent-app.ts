import type { Task } from '@timestep-ai/timestep/core';
import {
  createJsonReader,
  findHostOrOriginProblem,
  type FetchHandler,
} from '@timestep-ai/timestep/http';
import { RunnerError } from '@timestep-ai/timestep/port';
import { CARD_PATH, MESSAGE_PATH, type Card } from './card.ts';
import type { MessageReceiver } from './messages/message-receiver.ts';
import { toUserMessage, type InboundMessage } from './messages/inbound.ts';
import type { Log } from './log.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  readMessageRequest,
  type RequestId,
} from './messages/message-request.ts';

const readJson = createJsonReader();

export interface AgentAppOptions {
  readonly card: Card;
  readonly door: MessageReceiver;
  readonly log: Log;
  readonly allowedHosts: readonly string[];
  /** The JSON view of a task at `/tasks/<taskId>`, for people and the demo. */
  readonly view: (taskId: string, task: Task) => object;
  readonly onInbound?: (inbound: InboundMessage) => void;
  /** Additional routes. */
  readonly route?: (request: Request) => Promise<Response | undefined>;
}

/**
 * Error codes that only the sender can fix; after any other error, the message may be sent again.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'task-finished',
  'duplicate-message',
  'context-mismatch',
]);

/** Creates an agent's HTTP handler: messages, agent card, health, and tasks. */
export function createAgentApp(options: AgentAppOptions): FetchHandler {
  const { card, door, allowedHosts, view, route } = options;
  return async (request) => {
    const refused = findHostOrOriginProblem(request, { allowedHosts });
    if (refused !== undefined) return Response.json({ error: refused }, { status: 403 });
    const { pathname } = new URL(request.url);
    if (pathname === MESSAGE_PATH) {
      if (request.method === 'POST') return takeMessage(request, options);
      return Response.json({ error: 'use POST' }, { status: 405, headers: { allow: 'POST' } });
    }
    const other = await route?.(request);
    if (other) return other;
    if (request.method === 'GET') {
      if (pathname === CARD_PATH) return Response.json(card);
      if (pathname === '/health') return Response.json({ status: 'ok', service: card.name });
      const taskId = parseTaskId(pathname);
      const task = taskId === undefined ? undefined : await door.find(taskId);
      if (taskId !== undefined && task) return Response.json(view(taskId, task));
    }
    const error = `not found: ${request.method} ${pathname}`;
    return Response.json({ error }, { status: 404 });
  };
}

/** Returns the conversation id in a path such as `/tasks/demo-1`. */
export function parseTaskId(pathname: string, prefix = '/tasks/'): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(pathname.slice(prefix.length)) || undefined;
  } catch {
    return undefined;
  }
}

async function takeMessage(request: Request, options: AgentAppOptions): Promise<Response> {
  const { door, log, onInbound } = options;
  const body = await readJson(request);
  if (!body.ok) {
    const code = body.status === 413 ? INVALID_REQUEST : PARSE_ERROR;
    return createErrorResponse(null, code, body.message, body.status);
  }
  const read = readMessageRequest(body.value);
  if (!read.ok) {
    log('inbound_refused', { level: 'warn', reason: read.wrong.message });
    return createErrorResponse(read.id, read.wrong.code, read.wrong.message, 400);
  }
  const { id, inbound } = read;
  const { taskId, messageId } = inbound;
  log('inbound_received', { taskId, messageId, content: inbound.content });
  try {
    const came = await door.deliver(taskId, messageId, toUserMessage(inbound));
    log(came === 'new' ? 'inbound_persisted' : 'inbound_duplicate', { taskId, messageId });
    if (came === 'new') onInbound?.(inbound);
    return Response.json({ jsonrpc: '2.0', result: { status: 'received' }, id });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    log('inbound_refused', { taskId, messageId, level: 'error', reason });
    if (!(thrown instanceof RunnerError)) {
      return createErrorResponse(id, INTERNAL_ERROR, 'internal error', 500);
    }
    if (REFUSALS.has(thrown.code))
      return createErrorResponse(id, INVALID_PARAMS, thrown.message, 400);
    return createErrorResponse(id, INTERNAL_ERROR, thrown.message, 503);
  }
}

function createErrorResponse(
  id: RequestId,
  code: number,
  message: string,
  status: number,
): Response {
  const headers = status === 503 ? { 'retry-after': '1' } : {};
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });
}
