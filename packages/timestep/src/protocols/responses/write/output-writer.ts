import { formatDenial, formatToolOutcome, type Artifact } from '../../../core/index.ts';
import type { TaskStep } from '../../../engine/port/index.ts';
import type { OutputItem } from '../wire/response-item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import { addArtifactItem } from './artifact-item.ts';
import type { OutputScope } from './call-item.ts';
import { endReplyAsIncomplete, createOpenReply, writeDelta, writeReply } from './open-reply.ts';
import { createResponseOutput, takeEvents } from './response-output.ts';
import {
  addApprovalRequest,
  addQuestion,
  endCallsAsIncomplete,
  endRunningCall,
  startApprovedCall,
  type RunningCalls,
} from './running-calls.ts';

/** Converts the steps of a task to output items and their events. */
export interface OutputWriter {
  /** Deltas are previews: the complete reply corrects and completes them. */
  write(step: TaskStep): OutputEvent[];
  /** Ends all open items as incomplete. */
  breakOff(): OutputEvent[];
  items(): OutputItem[];
}

export function createOutputWriter(scope: OutputScope): OutputWriter {
  const output = createResponseOutput(scope);
  const reply = createOpenReply();
  const running: RunningCalls = new Map();

  function addArtifactItems(artifacts: readonly Artifact[] = []): void {
    for (const artifact of artifacts) addArtifactItem(output, artifact);
  }

  function writeStep(step: TaskStep): void {
    if (step.kind === 'delta') return writeDelta(output, reply, step);
    const { event, task } = step;
    switch (event.type) {
      case 'model.replied':
        writeReply(output, reply, running, event);
        return addArtifactItems(event.message.artifacts);
      case 'tool.returned':
        endRunningCall(output, running, event.callId, {
          ok: true,
          content: formatToolOutcome(event),
        });
        return addArtifactItems(event.artifacts);
      case 'tool.failed': {
        const content = formatToolOutcome(event);
        return endRunningCall(output, running, event.callId, { ok: false, content });
      }
      case 'results.received':
        for (const { callId, output: content, isError = false } of event.results) {
          const outcome = {
            ok: !isError,
            content: isError ? formatCallerFailure(callId, content) : content,
          };
          endRunningCall(output, running, callId, outcome);
        }
        return;
      case 'approval.decided': {
        if (event.approved) return;
        const outcome = { ok: false, content: formatDenial(event) };
        return endRunningCall(output, running, event.callId, outcome);
      }
      case 'approval.requested':
        return addApprovalRequest(output, running, event.callId, task);
      case 'question.asked':
        return addQuestion(output, running, event);
      case 'tool.started':
        return startApprovedCall(output, running, event.callId, task);
      case 'task.submitted':
      case 'message.received':
      case 'question.answered':
      case 'call.suspended':
      case 'call.resumed':
      case 'context.selected':
      case 'calls.declined':
      case 'prompt.loaded':
      case 'prompt.failed':
      case 'model.started':
      case 'model.failed':
      case 'model.lost':
      case 'task.resumed':
      case 'tool.interrupted':
      case 'cancel.requested':
      case 'limit.reached':
      case 'task.finished':
        return;
    }
  }

  return {
    write(step) {
      writeStep(step);
      return takeEvents(output);
    },
    breakOff() {
      endReplyAsIncomplete(output, reply);
      endCallsAsIncomplete(output, running);
      return takeEvents(output);
    },
    items: () => [...output.items],
  };
}

/** As the transcript stores it. */
function formatCallerFailure(callId: string, output: string): string {
  const error = { code: output, message: output };
  return formatToolOutcome({ type: 'tool.failed', callId, error });
}
