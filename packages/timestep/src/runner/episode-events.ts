import {
  denialContent,
  outcomeContent,
  type EpisodeInfo,
  type Message,
  type Task,
} from '../core/index.ts';
import type { Delta, Step } from '../port/index.ts';

/** An event of a running episode: AG-UI's events, with the names of that protocol. */
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

/** Encodes the steps of one episode, in order, as the events that show them. */
export function episodeEncoder(): (step: Step) => EpisodeEvent[] {
  let hasText = false;
  let calls = new Map<number, string>();

  function ofDelta(messageId: string, delta: Delta): EpisodeEvent[] {
    switch (delta.type) {
      case 'reasoning':
      case 'artifact':
        return [];
      case 'text': {
        const content = { type: 'TextMessageContent', messageId, delta: delta.text } as const;
        if (hasText) return [content];
        hasText = true;
        return [{ type: 'TextMessageStart', messageId, role: 'assistant' }, content];
      }
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

  /** Ends the message and the calls that deltas have begun. */
  function closing(messageId: string): EpisodeEvent[] {
    const events: EpisodeEvent[] = hasText ? [{ type: 'TextMessageEnd', messageId }] : [];
    for (const toolCallId of calls.values()) events.push({ type: 'ToolCallEnd', toolCallId });
    hasText = false;
    calls = new Map();
    return events;
  }

  function ofEvent({ task, event }: Extract<Step, { kind: 'event' }>): EpisodeEvent[] {
    switch (event.type) {
      case 'model.started':
        return [{ type: 'StepStarted', stepName: stepName(event.step) }];
      case 'model.replied':
      case 'model.failed': {
        const events = closing(`${task.id}:${event.step}`);
        // A step that asked for calls lasts until all of them have results.
        if (task.calls.length > 0) return events;
        return [...events, { type: 'StepFinished', stepName: stepName(event.step) }];
      }
      case 'tool.returned':
      case 'tool.failed':
        return ofResult(task, event.callId, outcomeContent(event));
      case 'approval.decided':
        return event.approved ? [] : ofResult(task, event.callId, denialContent(event));
      default:
        return [];
    }
  }

  return (step) =>
    step.kind === 'delta' ? ofDelta(`${step.task.id}:${step.step}`, step.delta) : ofEvent(step);
}

function stepName(step: number): string {
  return `step_${step}`;
}

function ofResult(task: Task, toolCallId: string, content: string): EpisodeEvent[] {
  const messageId = `${task.id}:${toolCallId}`;
  const result = {
    type: 'ToolCallResult',
    messageId,
    toolCallId,
    content,
    role: 'tool',
  } as const;
  if (task.calls.length > 0) return [result];
  return [result, { type: 'StepFinished', stepName: stepName(task.steps) }];
}
