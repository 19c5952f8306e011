import { isDeepStrictEqual } from 'node:util';
import type {
  CallResult,
  JsonObject,
  Message,
  Submission,
  Task,
  UserMessage,
} from '../../core/index.ts';
import type { StoredResponse } from '../store/response-store.ts';
import type { Item } from '../wire/item.ts';
import { conversationAt } from './conversation.ts';
import { messagesFrom } from './messages.ts';
import type { CreateRequest } from './request.ts';

/** A request with everything it names looked up. */
export interface Turn {
  /** The id of the response to be. */
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  readonly request: CreateRequest;
  readonly items: readonly Item[];
  /** The response it continues, with the task of that. */
  readonly previous: { readonly record: StoredResponse; readonly task: Task } | undefined;
}

/** What to submit for a turn; `otherwise` is for when the task has moved on in the meantime. */
export interface TurnPlan {
  readonly submission: Submission;
  readonly instructed: boolean;
  /** The waiting task that the submission replaces, if any. */
  readonly replaces?: string;
  readonly otherwise?: TurnPlan;
}

/**
 * Results of calls go to the task that waits for them, as long as nothing else about the request
 * has changed. Everything else is a new task, which is given the whole conversation so far.
 */
export function planOf(turn: Turn): TurnPlan {
  const { previous, items, request } = turn;
  const before = previous && conversationAt(previous.record, previous.task);
  const open = before?.open ?? [];
  const added = messagesFrom(items, open);
  const fresh = newTask(turn, [...(before?.messages ?? []), ...added]);
  if (!previous || open.length === 0 || !isWaiting(previous.record, previous.task)) return fresh;

  const results = added.slice(0, open.length).flatMap(asResult);
  const rest = added.slice(open.length);
  const message = rest.find(isFromUser);
  const isSame = rest.length === (message ? 1 : 0) && isAlike(turn);
  if (!isSame) return { ...fresh, replaces: previous.task.id };
  return {
    submission: {
      agent: turn.agent,
      principal: turn.principal,
      messageId: turn.id,
      taskId: previous.task.id,
      results,
      ...(message && { message }),
    },
    instructed: request.echo.instructions !== null,
    otherwise: fresh,
  };
}

/** Whether a task still waits where a response of it ended. */
export function isWaiting(record: StoredResponse, task: Task): boolean {
  return task.state === 'input-required' && task.entries?.length === record.transcriptLength;
}

/** What a task was started with cannot change while it runs. */
function isAlike({ agent, request, previous }: Turn): boolean {
  if (!previous) return false;
  const { record, task } = previous;
  return (
    record.agent === agent &&
    record.response.instructions === request.echo.instructions &&
    isDeepStrictEqual(task.origin.clientTools, request.tools) &&
    isDeepStrictEqual(task.origin.metadata?.['settings'], request.settings)
  );
}

function newTask(turn: Turn, conversation: readonly Message[]): TurnPlan {
  const { id, principal, agent, request, previous } = turn;
  const { instructions } = request.echo;
  const contextId = previous?.record.contextId ?? request.contextId;
  const last = conversation.at(-1);
  const message = last?.role === 'user' ? last : undefined;
  const history = message ? conversation.slice(0, -1) : conversation;
  const instruction: Message[] =
    instructions === null ? [] : [{ role: 'system', content: instructions }];
  return {
    submission: {
      agent,
      principal,
      messageId: id,
      ...(contextId !== undefined && { contextId }),
      ...(message && { message }),
      start: {
        history: [...instruction, ...history],
        clientTools: request.tools,
        metadata: metadataOf(id, request),
      },
    },
    instructed: instructions !== null,
  };
}

function metadataOf(id: string, { settings }: CreateRequest): JsonObject {
  return { response_id: id, settings };
}

function isFromUser(message: Message): message is UserMessage {
  return message.role === 'user';
}

function asResult(message: Message): CallResult[] {
  return message.role === 'tool' ? [{ callId: message.tool_call_id, output: message.content }] : [];
}
