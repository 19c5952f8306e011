import {
  denialContent,
  outcomeContent,
  textOf,
  toArray,
  type Artifact,
  type JsonObject,
} from '../../core/index.ts';
import type { Step } from '../../port/index.ts';
import type { AguiEvent } from '../wire/event.ts';
import { messageIdOf, type MadeIn } from '../wire/message-id.ts';
import { cutReply, openReply, showDelta, showReply, type OpenReply } from './open-reply.ts';

type EventStep = Extract<Step, { readonly kind: 'event' }>;

/** Turns the steps of a task into the events of a run. */
export interface RunWriter {
  /** The events of one step. Deltas are hints: the whole reply completes them. */
  write(step: Step): AguiEvent[];
  /** Ends what is open, because nothing more will come. */
  breakOff(): AguiEvent[];
}

export function runWriter(made: MadeIn): RunWriter {
  let reply: OpenReply | undefined;
  let stepName: string | undefined;

  function endStep(): AguiEvent[] {
    const events = reply ? cutReply(reply) : [];
    if (stepName !== undefined) events.push({ type: 'STEP_FINISHED', stepName });
    reply = undefined;
    stepName = undefined;
    return events;
  }

  function result(generation: number, toolCallId: string, content: string): AguiEvent {
    const messageId = messageIdOf(made, { kind: 'result', generation });
    return { type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' };
  }

  function write(step: Step): AguiEvent[] {
    if (step.kind === 'delta') {
      // A reply that began before the run is shown when it is whole.
      const isOpen = reply?.step === step.step && reply.attempt === step.attempt;
      return reply && isOpen ? showDelta(reply, step.delta) : [];
    }
    const { event } = step;
    const { generation } = event;
    switch (event.type) {
      case 'model.started': {
        const events = endStep();
        reply = openReply(made, event.step, event.attempt);
        stepName = `step_${event.step}`;
        return [...events, { type: 'STEP_STARTED', stepName }];
      }
      case 'model.replied': {
        const { message } = event;
        const events = showReply(reply ?? openReply(made, event.step, event.attempt), message);
        return [...events, ...endStep(), ...artifactEvents(made, message.artifacts)];
      }
      case 'model.failed':
      case 'model.lost':
        return endStep();
      case 'tool.returned':
        return [
          result(generation, event.callId, outcomeContent(event)),
          ...artifactEvents(made, event.artifacts),
        ];
      case 'tool.failed':
        return [result(generation, event.callId, outcomeContent(event))];
      case 'approval.decided':
        return event.approved ? [] : [result(generation, event.callId, denialContent(event))];
      case 'tool.interrupted':
      case 'calls.declined':
        return endedCalls(step).map(({ callId, content }) => result(generation, callId, content));
      case 'task.finished':
        return endStep();
      case 'task.submitted':
      case 'message.received':
      case 'results.received':
      case 'prompt.loaded':
      case 'prompt.failed':
      case 'context.selected':
      case 'task.resumed':
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

  return { write, breakOff: endStep };
}

/** The calls that ended by an event which does not hold their result; those of the application stay its own. */
function endedCalls({
  before,
  task,
}: EventStep): { readonly callId: string; readonly content: string }[] {
  // Once all calls have ended, their results are in the transcript.
  const added = toArray(task.entries, before.entries?.length ?? 0).map(({ message }) => message);
  return before.calls.flatMap(({ call: { id: callId }, site, status }) => {
    if (status === 'done' || site === 'client') return [];
    const kept = task.calls.find(({ call }) => call.id === callId);
    const moved = added.find((one) => one.role === 'tool' && one.tool_call_id === callId);
    const content = kept?.content ?? (moved && textOf(moved));
    return content === undefined ? [] : [{ callId, content }];
  });
}

/** What is given to the person beside the words, as a card that is never sent back. */
function artifactEvents(made: MadeIn, artifacts: readonly Artifact[] = []): AguiEvent[] {
  return artifacts.map((artifact) => ({
    type: 'ACTIVITY_SNAPSHOT',
    messageId: `${encodeURIComponent(made.taskId)}:artifact_${artifact.artifact_id}`,
    activityType: 'artifact',
    content: contentOf(artifact),
    replace: true,
  }));
}

function contentOf({ name, description, metadata, ...artifact }: Artifact): JsonObject {
  const content = {
    ...artifact,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(metadata && { metadata }),
  };
  return structuredClone(content) as unknown as JsonObject;
}
