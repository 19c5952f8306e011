import {
  omitUndefined,
  parseApproval,
  parseGoOnOrCancel,
  historyToMessages,
  type CallJudgment,
  type Message,
  type NumberedEvent,
  type Omission,
  type ShownTool,
  type Submission,
  type TaskEvent,
  type TaskSubmitted,
  type ToolSchema,
  type TurnSettings,
  type UserMessage,
} from '@timestep-ai/timestep/core';
import type { TraitsByTool } from './task-record.ts';

/**
 * Returns the outline of an event, which has no long texts and a bounded size, but decides the next
 * step. A failure keeps its one-sentence text, because it decides how the task ends.
 */
export function eventToOutline<E extends TaskEvent>(event: E): E;
export function eventToOutline(event: TaskEvent): TaskEvent {
  switch (event.type) {
    case 'task.submitted':
      return submittedEventToOutline(event);
    case 'message.received':
    case 'question.answered': {
      const { metadata: _metadata, ...rest } = event;
      return { ...rest, message: removeTextUnlessDecision(event.message) };
    }
    case 'results.received':
      return { ...event, results: event.results.map((result) => ({ ...result, output: '' })) };
    case 'prompt.loaded':
      return { ...event, content: event.content === null ? null : '' };
    case 'context.selected': {
      const { tools: _tools, ranker: _ranker, omitted: _omitted, note: _note, ...rest } = event;
      return { ...rest, items: [] };
    }
    case 'question.asked':
      return { ...event, question: { text: '' } };
    case 'call.suspended': {
      const { state: _state, ...awaits } = event.awaits;
      return { ...event, awaits };
    }
    case 'call.resumed': {
      const { task_id, state, spent } = event.outcome;
      return { ...event, outcome: { task_id, state, ...(spent && { spent }) } };
    }
    case 'model.refused': {
      const without = event.without.map((omission): Omission => {
        return omission.kind === 'earlier' ? { ...omission, summary: '' } : omission;
      });
      return { ...event, without };
    }
    case 'model.replied': {
      const { tool_calls, usage, cost_usd, expects_reply, reply_as } = event.message;
      const calls = tool_calls?.map((call) => ({
        ...call,
        function: { name: call.function.name, arguments: '' },
      }));
      const message = {
        role: 'assistant' as const,
        content: '',
        ...(calls && { tool_calls: calls }),
        ...(usage && { usage }),
        ...(cost_usd !== undefined && { cost_usd }),
        ...(expects_reply && { expects_reply }),
        ...(reply_as && { reply_as }),
      };
      const judged = event.judged?.map(stripJudgment);
      const mismatch = event.mismatch && { ...event.mismatch, text: '', issues: '' };
      return { ...event, message, ...(judged && { judged }), ...(mismatch && { mismatch }) };
    }
    case 'tool.returned': {
      const { attachments: _seen, artifacts: _given, offers: _offers, app: _app, ...rest } = event;
      return { ...rest, content: '' };
    }
    case 'tool.failed':
      return { ...event, error: { code: '', message: '' } };
    case 'approval.requested':
      return event.tool ? { ...event, tool: stripShownTool(event.tool) } : event;
    case 'approval.decided': {
      const { reason: _reason, arguments: _arguments, ...rest } = event;
      return rest;
    }
    case 'prompt.failed':
    case 'model.failed':
    case 'calls.declined':
    case 'model.started':
    case 'task.resumed':
    case 'task.parked':
    case 'model.lost':
    case 'dispatch.reported':
    case 'tool.started':
    case 'tool.interrupted':
    case 'cancel.requested':
    case 'limit.reached':
    case 'task.finished':
      return event;
  }
}

function stripJudgment({ arguments: _arguments, tool, ...rest }: CallJudgment): CallJudgment {
  return { ...rest, ...(tool && { tool: stripShownTool(tool) }) };
}

/**
 * Removes the definition of a tool that a user was shown. Its hash stays, to detect a tool that changed
 * after its approval.
 */
function stripShownTool(tool: ShownTool): ShownTool {
  return { ...tool, definition: { name: '', input: {} } };
}

function submittedEventToOutline(event: TaskSubmitted): TaskSubmitted {
  const {
    metadata: _metadata,
    settings: _settings,
    instructions: _instructions,
    turn,
    ...rest
  } = event;
  return {
    ...rest,
    ...(turn && { turn: stripConsents(turn) }),
    history: historyToMessages(event.history).slice(0, 1).map(createEmptyMessage),
    clientTools: event.clientTools.map(stripSchema),
  };
}

/**
 * Removes the texts of a message for a task, because whether the task accepts the message does not depend on
 * them.
 */
export function submissionToOutline(submission: Submission): Submission {
  const { agent, principal, messageId, taskId, message, results, approvals, start, arrival, by } =
    submission;
  const history =
    start?.history && historyToMessages(start.history).slice(0, 1).map(createEmptyMessage);
  return {
    agent,
    principal,
    messageId,
    ...omitUndefined({
      taskId,
      message: message && removeTextUnlessDecision(message),
      arrival,
      by,
      results: results?.map((result) => ({ ...result, output: '' })),
      approvals: approvals?.map(({ callId, approved, scope, covers, until, digest }) => {
        return { callId, approved, ...omitUndefined({ scope, covers, until, digest }) };
      }),
      start: history && { history },
    }),
  };
}

export function restoreEvent(
  outline: NumberedEvent,
  content: StoredContent | undefined,
): NumberedEvent {
  const { generation, at } = outline;
  if (content === undefined) return outline;
  if (content.kind === 'event') {
    // A worker that Temporal had given up may have stored an event of another type under the same name.
    return content.event.type === outline.type ? { ...content.event, generation, at } : outline;
  }
  const { message, metadata, results = [], approvals = [] } = content.submission;
  switch (outline.type) {
    case 'message.received':
    case 'question.answered':
      return { ...outline, ...(message && { message }), ...(metadata && { metadata }) };
    case 'results.received':
      return { ...outline, results };
    case 'approval.decided': {
      const decision = approvals.find(({ callId }) => callId === outline.callId);
      return { ...outline, ...decision };
    }
    default:
      return outline;
  }
}

/**
 * Removes the user's remembered approvals from the data of the workflow. Effects read them from the store.
 */
function stripConsents({ consents: _consents, ...turn }: TurnSettings): TurnSettings {
  return turn;
}

export type StoredContent =
  | {
      readonly kind: 'event';
      readonly event: TaskEvent;
      readonly traits?: TraitsByTool;
      /** Returns the id of the message that the event contains completely, if it does. */
      readonly messageId?: string;
    }
  | { readonly kind: 'submission'; readonly submission: Submission };

/**
 * Removes the text of a message, except a bare yes, no, "go on" or "cancel", on which the workflow decides.
 */
function removeTextUnlessDecision(message: UserMessage): UserMessage {
  const isDecision =
    parseApproval(message) !== undefined || parseGoOnOrCancel(message) !== undefined;
  return isDecision ? message : { role: 'user', content: '' };
}

function createEmptyMessage(_message: Message): Message {
  return { role: 'user', content: '' };
}

function stripSchema({ function: { name } }: ToolSchema): ToolSchema {
  return { type: 'function', function: { name, parameters: {} } };
}
