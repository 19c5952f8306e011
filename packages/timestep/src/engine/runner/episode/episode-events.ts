import { formatDenial, formatToolOutcome, type EpisodeInfo, type Message, type Task } from '#core';
import type { Delta, TaskStep, TextDelta } from '#engine/port';

/** An event of a running episode, in the format and with the names of AG-UI. */
export type EpisodeEvent =
  | {
      readonly type: 'RunStarted';
      readonly threadId: string;
      readonly runId: string;
      readonly input: readonly Message[];
    }
  | { readonly type: 'StepStarted' | 'StepFinished'; readonly stepName: string }
  | { readonly type: 'TextMessageStart'; readonly messageId: string; readonly role: 'assistant' }
  | { readonly type: 'TextMessageContent'; readonly messageId: string; readonly delta: string }
  | { readonly type: 'TextMessageEnd'; readonly messageId: string }
  | {
      readonly type: 'ToolCallStart';
      readonly toolCallId: string;
      readonly toolCallName: string;
      readonly parentMessageId: string;
    }
  | { readonly type: 'ToolCallArgs'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'ToolCallEnd'; readonly toolCallId: string }
  | {
      readonly type: 'ToolCallResult';
      readonly messageId: string;
      readonly toolCallId: string;
      readonly content: string;
      readonly role: 'tool';
    }
  | { readonly type: 'RunError'; readonly message: string; readonly code: string }
  | {
      readonly type: 'RunFinished';
      readonly threadId: string;
      readonly runId: string;
      readonly result: {
        readonly transcript: readonly Message[];
        readonly episodeInfo: EpisodeInfo;
      };
    };

/** Creates a function that converts the steps of one episode, in order, to events. */
export function createEpisodeEncoder(): (step: TaskStep) => EpisodeEvent[] {
  const texts = createTextEncoder();
  let calls = new Map<number, string>();

  function encodeDelta(messageId: string, delta: Delta): EpisodeEvent[] {
    switch (delta.type) {
      case 'reasoning':
      case 'artifact':
      case 'progress':
        return [];
      case 'text':
        return texts.encode(messageId, delta);
      case 'tool-call': {
        const { index, name } = delta;
        const begun = calls.get(index);
        const toolCallId = begun ?? delta.id;
        const events: EpisodeEvent[] = [];
        if (begun === undefined) {
          calls.set(index, toolCallId);
          const parentMessageId = messageId;
          events.push({ type: 'ToolCallStart', toolCallId, toolCallName: name, parentMessageId });
        }
        if (delta.arguments !== '') {
          events.push({ type: 'ToolCallArgs', toolCallId, delta: delta.arguments });
        }
        return events;
      }
    }
  }

  function createEndEventsOfOpenParts(messageId: string): EpisodeEvent[] {
    const events = texts.end(messageId);
    for (const toolCallId of calls.values()) events.push({ type: 'ToolCallEnd', toolCallId });
    calls = new Map();
    return events;
  }

  function encodeTaskEvent({ task, event }: Extract<TaskStep, { kind: 'event' }>): EpisodeEvent[] {
    switch (event.type) {
      case 'model.started':
        return [{ type: 'StepStarted', stepName: formatStepName(event.step) }];
      case 'model.replied':
      case 'model.failed':
      case 'model.refused': {
        const events = createEndEventsOfOpenParts(createReplyId(task, event));
        // A step with tool calls ends only when all calls have results.
        if (task.calls.length > 0) return events;
        return [...events, { type: 'StepFinished', stepName: formatStepName(event.step) }];
      }
      case 'tool.returned':
      case 'tool.failed':
        return encodeToolResult(task, event.callId, formatToolOutcome(event));
      case 'approval.decided':
        return event.approved ? [] : encodeToolResult(task, event.callId, formatDenial(event));
      default:
        return [];
    }
  }

  return (step) =>
    step.kind === 'delta'
      ? encodeDelta(createReplyId(step.task, step), step.delta)
      : encodeTaskEvent(step);
}

/** Converts the text of a reply to events. */
interface ReplyTextEncoder {
  readonly encode: (replyId: string, delta: TextDelta) => EpisodeEvent[];
  readonly end: (replyId: string) => EpisodeEvent[];
}

/** A reply whose text starts again becomes a new message, because sent text cannot be retracted. */
function createTextEncoder(): ReplyTextEncoder {
  let hasText = false;
  let restarts = 0;
  const createTextId = (replyId: string): string =>
    restarts === 0 ? replyId : `${replyId}/${restarts + 1}`;

  function endTextMessageIfOpen(replyId: string): EpisodeEvent[] {
    if (!hasText) return [];
    hasText = false;
    return [{ type: 'TextMessageEnd', messageId: createTextId(replyId) }];
  }

  return {
    encode(replyId, { text, restarts: isNew }) {
      const events: EpisodeEvent[] = isNew ? endTextMessageIfOpen(replyId) : [];
      if (events.length > 0) restarts += 1;
      const messageId = createTextId(replyId);
      if (!hasText) events.push({ type: 'TextMessageStart', messageId, role: 'assistant' });
      hasText = true;
      return [...events, { type: 'TextMessageContent', messageId, delta: text }];
    },
    end(replyId) {
      const events = endTextMessageIfOpen(replyId);
      restarts = 0;
      return events;
    },
  };
}

/** Returns the message id of an attempt. Each attempt has its own, because sent text cannot be retracted. */
function createReplyId(
  { id }: Task,
  { step, attempt }: { readonly step: number; readonly attempt: number },
): string {
  return attempt === 1 ? `${id}:${step}` : `${id}:${step}:${attempt}`;
}

function formatStepName(step: number): string {
  return `step_${step}`;
}

function encodeToolResult(task: Task, toolCallId: string, content: string): EpisodeEvent[] {
  const messageId = `${task.id}:${toolCallId}`;
  const result = { type: 'ToolCallResult', messageId, toolCallId, content, role: 'tool' } as const;
  if (task.calls.length > 0) return [result];
  return [result, { type: 'StepFinished', stepName: formatStepName(task.steps) }];
}
