import {
  formatDenial,
  formatToolOutcome,
  getText,
  omitUndefined,
  toArray,
  type Artifact,
  type JsonObject,
  type TaskEvent,
} from '#core';
import { describeRefusal, describeTaskWait, type ProgressDelta, type TaskStep } from '#engine/port';
import type { AguiEvent } from '../wire/agui-event.ts';
import { formatMessageId, type MessageOrigin } from '../wire/message-id.ts';
import {
  endReply,
  createOpenReply,
  deltaToEvents,
  replyToEvents,
  type OpenReply,
} from './open-reply.ts';

type EventStep = Extract<TaskStep, { readonly kind: 'event' }>;

export interface RunWriter {
  /**
   * Converts a step to AG-UI events. Partial output may be incomplete, because the complete reply contains
   * everything.
   */
  write(step: TaskStep): AguiEvent[];
  /** Ends all open messages, calls and steps. */
  finish(): AguiEvent[];
}

export function createRunEventWriter(origin: MessageOrigin): RunWriter {
  const steps = createStepEventWriter(origin);
  return {
    write(step) {
      if (step.kind === 'delta' && step.delta.type === 'progress')
        return [progressToEvent(origin, step.delta)];
      const events = steps.write(step);
      return step.kind === 'event' && hasWaitChanged(step)
        ? [...events, ...modelWaitToEvents(origin, step)]
        : events;
    },
    finish: () => steps.finish(),
  };
}

function createStepEventWriter(origin: MessageOrigin): RunWriter {
  let reply: OpenReply | undefined;
  let stepName: string | undefined;

  function endAguiStep(): AguiEvent[] {
    const events = reply ? endReply(reply) : [];
    if (stepName !== undefined) events.push({ type: 'STEP_FINISHED', stepName });
    reply = undefined;
    stepName = undefined;
    return events;
  }

  function createResultEvent(generation: number, toolCallId: string, content: string): AguiEvent {
    const messageId = formatMessageId(origin, { kind: 'result', generation });
    return { type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' };
  }

  function writeStep(step: TaskStep): AguiEvent[] {
    if (step.kind === 'delta') {
      // A reply that began before this run is sent only when it is complete.
      const isOpen = reply?.step === step.step && reply.attempt === step.attempt;
      return reply && isOpen ? deltaToEvents(reply, step.delta) : [];
    }
    const { event } = step;
    const { generation } = event;
    switch (event.type) {
      case 'model.started': {
        const events = endAguiStep();
        reply = createOpenReply(origin, event.step, event.attempt);
        return [...events, { type: 'STEP_STARTED', stepName: (stepName = `step_${event.step}`) }];
      }
      case 'model.replied': {
        const { message } = event;
        reply ??= createOpenReply(origin, event.step, event.attempt);
        const events = [...replyToEvents(reply, message), ...endAguiStep()];
        return [...events, ...artifactsToEvents(origin, message.artifacts)];
      }
      case 'model.failed':
      case 'model.lost':
      case 'task.finished':
        return endAguiStep();
      case 'model.refused':
        return [...endAguiStep(), refusalToEvent(origin, event)];
      case 'tool.returned':
        return [
          createResultEvent(generation, event.callId, formatToolOutcome(event)),
          ...artifactsToEvents(origin, event.artifacts),
        ];
      case 'tool.failed':
        return [createResultEvent(generation, event.callId, formatToolOutcome(event))];
      case 'approval.decided':
        return event.approved
          ? []
          : [createResultEvent(generation, event.callId, formatDenial(event))];
      case 'tool.interrupted':
      case 'calls.declined':
        return listEndedCalls(step).map((ended) => createResultEvent(generation, ...ended));
      case 'task.submitted':
      case 'message.received':
      case 'results.received':
      case 'prompt.loaded':
      case 'prompt.failed':
      case 'context.selected':
      case 'task.resumed':
      case 'task.parked':
      case 'dispatch.reported':
      case 'tool.started':
      case 'question.asked':
      case 'question.answered':
      case 'call.suspended':
      case 'call.resumed':
      case 'approval.requested':
      case 'cancel.requested':
      case 'limit.reached':
        return [];
    }
  }

  return { write: writeStep, finish: endAguiStep };
}

/** Lists calls executed by the agent that ended in this step and whose results are not in the transcript yet. */
function listEndedCalls({ before, task }: EventStep): [callId: string, content: string][] {
  // Results of ended calls are in the transcript, so the entries that this step added to it are searched.
  const added = toArray(task.entries, before.entries?.length ?? 0).map(({ message }) => message);
  return before.calls.flatMap(({ call: { id: callId }, site, status }) => {
    if (status === 'done' || site === 'client') return [];
    const kept = task.calls.find(({ call }) => call.id === callId);
    const moved = added.find((one) => one.role === 'tool' && one.tool_call_id === callId);
    const content = kept?.content ?? (moved && getText(moved));
    return content === undefined ? [] : [[callId, content]];
  });
}

function hasWaitChanged({ before, task }: EventStep): boolean {
  return task.modelWait !== before.modelWait || (task.end && task.modelWait) !== undefined;
}

/** Creates the activity that shows why a task waits for its model. */
function modelWaitToEvents(origin: MessageOrigin, { before, task }: EventStep): AguiEvent[] {
  const text = describeTaskWait(task);
  const { until, error } = task.modelWait ?? {};
  const content =
    text === undefined || until === undefined
      ? { waits: false }
      : { waits: true, text, until: new Date(until).toISOString(), code: error?.code ?? '' };
  return [
    {
      type: 'ACTIVITY_SNAPSHOT',
      messageId: `${encodeURIComponent(origin.taskId)}:wait_${before.steps + 1}`,
      activityType: 'model-wait',
      content,
      replace: true,
    },
  ];
}

/** Creates the activity that shows what the provider refused and what the next request omits. */
function refusalToEvent(
  { taskId }: MessageOrigin,
  event: Extract<TaskEvent, { readonly type: 'model.refused' }>,
): AguiEvent {
  return {
    type: 'ACTIVITY_SNAPSHOT',
    messageId: `${encodeURIComponent(taskId)}:refusal_${event.step}_${event.attempt}`,
    activityType: 'model-refusal',
    content: { text: describeRefusal(event), code: event.error.code },
    replace: true,
  };
}

/** Creates the activity that shows what a running call does now. It replaces the earlier one of the call. */
function progressToEvent(
  { taskId }: MessageOrigin,
  { callId: toolCallId, text }: Pick<ProgressDelta, 'callId' | 'text'>,
): AguiEvent {
  return {
    type: 'ACTIVITY_SNAPSHOT',
    messageId: `${encodeURIComponent(taskId)}:progress_${encodeURIComponent(toolCallId)}`,
    activityType: 'progress',
    content: { toolCallId, text },
    replace: true,
  };
}

/** Converts artifacts to activity events, which clients display but never send back. */
function artifactsToEvents(
  origin: MessageOrigin,
  artifacts: readonly Artifact[] = [],
): AguiEvent[] {
  return artifacts.map((artifact) => ({
    type: 'ACTIVITY_SNAPSHOT',
    messageId: `${encodeURIComponent(origin.taskId)}:artifact_${artifact.artifact_id}`,
    activityType: 'artifact',
    content: structuredClone(omitUndefined(artifact)) as unknown as JsonObject,
    replace: true,
  }));
}
