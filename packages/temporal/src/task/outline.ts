import {
  approvalIn,
  messagesOf,
  type Message,
  type NumberedEvent,
  type Submission,
  type TaskEvent,
  type TaskSubmitted,
  type ToolSchema,
  type UserMessage,
} from '@timestep-ai/timestep/core';
import type { Traits } from './task-record.ts';

/**
 * An event without its texts: enough to decide the next step, and nothing that grows with the
 * texts. Histories hold outlines; the store holds the texts, under the outline's key.
 */
export function outlineOf<E extends TaskEvent>(event: E): E;
export function outlineOf(event: TaskEvent): TaskEvent {
  switch (event.type) {
    case 'task.submitted':
      return outlineOfStart(event);
    case 'message.received':
    case 'question.answered': {
      const { metadata: _metadata, ...rest } = event;
      return { ...rest, message: bareWord(event.message) };
    }
    case 'results.received':
      return { ...event, results: event.results.map((result) => ({ ...result, output: '' })) };
    case 'prompt.loaded':
      return { ...event, content: event.content === null ? null : '' };
    case 'context.selected': {
      const { tools: _tools, ranker: _ranker, note: _note, ...rest } = event;
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
      const judged = event.judged?.map(({ arguments: _arguments, ...rest }) => rest);
      return { ...event, message, ...(judged && { judged }) };
    }
    case 'tool.returned': {
      const { attachments: _seen, artifacts: _given, offers: _offers, ...rest } = event;
      return { ...rest, content: '' };
    }
    case 'tool.failed':
      return { ...event, error: { code: '', message: '' } };
    case 'approval.decided': {
      const { reason: _reason, arguments: _arguments, ...rest } = event;
      return rest;
    }
    // A failure stays whole, because it decides how the task ends, and it is only a sentence.
    case 'prompt.failed':
    case 'model.failed':
    case 'calls.declined':
    case 'model.started':
    case 'task.resumed':
    case 'model.lost':
    case 'tool.started':
    case 'tool.interrupted':
    case 'approval.requested':
    case 'cancel.requested':
    case 'limit.reached':
    case 'task.finished':
      return event;
  }
}

function outlineOfStart(event: TaskSubmitted): TaskSubmitted {
  const { metadata: _metadata, settings: _settings, instructions: _instructions, ...rest } = event;
  return {
    ...rest,
    history: messagesOf(event.history).slice(0, 1).map(emptied),
    clientTools: event.clientTools.map(named),
  };
}

/** A submission without its texts: the task accepts it exactly as it would accept the whole. */
export function outlineOfSubmission(submission: Submission): Submission {
  const { agent, principal, messageId, taskId, message, results, approvals, start, arrival } =
    submission;
  const history = start?.history && messagesOf(start.history).slice(0, 1).map(emptied);
  return {
    agent,
    principal,
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(message && { message: bareWord(message) }),
    ...(arrival && { arrival }),
    ...(results && { results: results.map((result) => ({ ...result, output: '' })) }),
    ...(approvals && {
      approvals: approvals.map(({ callId, approved, scope }) => ({
        callId,
        approved,
        ...(scope && { scope }),
      })),
    }),
    ...(history && { start: { history } }),
  };
}

/** The event that an outline was made from, given what is stored under its key. */
export function completed(outline: NumberedEvent, content: Content | undefined): NumberedEvent {
  const { generation, at } = outline;
  if (content === undefined) return outline;
  if (content.kind === 'event') {
    // A worker that was given up may have left an event of another type under the same key.
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

/** What the store keeps under a key until the log has it. */
export type Content =
  | {
      readonly kind: 'event';
      readonly event: TaskEvent;
      /** The traits of the tools that a reply calls. */
      readonly traits?: Traits;
      /** The id of the message whose whole content is in the event. */
      readonly messageId?: string;
    }
  | { readonly kind: 'submission'; readonly submission: Submission };

/** Keeps only a bare yes or no, because other texts do not affect decisions. */
function bareWord(message: UserMessage): UserMessage {
  return approvalIn(message) === undefined ? { role: 'user', content: '' } : message;
}

function emptied(_message: Message): Message {
  return { role: 'user', content: '' };
}

function named({ function: { name } }: ToolSchema): ToolSchema {
  return { type: 'function', function: { name, parameters: {} } };
}
