import { denialContent, outcomeContent, type Artifact } from '../../core/index.ts';
import type { Step } from '../../port/index.ts';
import type { OutputItem } from '../wire/item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import { showArtifact } from './artifact-item.ts';
import type { OutputScope } from './call-item.ts';
import { cutReply, noReply, showDelta, writeReply } from './open-reply.ts';
import { emptyOutput, takeEvents } from './output.ts';
import {
  askApproval,
  askQuestion,
  cutRuns,
  endRun,
  makeApprovedCall,
  type RunningCalls,
} from './running-calls.ts';

/** Turns the steps of a task into the items of a response and the events that describe them. */
export interface OutputWriter {
  /** Returns what one step adds. Deltas are hints: the whole reply corrects and completes them. */
  write(step: Step): OutputEvent[];
  /** Ends the items that are still open, because nothing more will come. */
  breakOff(): OutputEvent[];
  /** The items so far, in order. */
  items(): OutputItem[];
}

export function outputWriter(scope: OutputScope): OutputWriter {
  const output = emptyOutput(scope);
  const reply = noReply();
  const running: RunningCalls = new Map();

  function showArtifacts(artifacts: readonly Artifact[] = []): void {
    for (const artifact of artifacts) showArtifact(output, artifact);
  }

  function show(step: Step): void {
    if (step.kind === 'delta') return showDelta(output, reply, step);
    const { event, task } = step;
    switch (event.type) {
      case 'model.replied':
        writeReply(output, reply, running, event);
        return showArtifacts(event.message.artifacts);
      case 'tool.returned':
        endRun(output, running, event.callId, { ok: true, content: outcomeContent(event) });
        return showArtifacts(event.artifacts);
      case 'tool.failed': {
        const content = outcomeContent(event);
        return endRun(output, running, event.callId, { ok: false, content });
      }
      case 'results.received':
        for (const { callId, output: content, isError = false } of event.results) {
          const outcome = { ok: !isError, content: isError ? failure(callId, content) : content };
          endRun(output, running, callId, outcome);
        }
        return;
      case 'approval.decided': {
        if (event.approved) return;
        const outcome = { ok: false, content: denialContent(event) };
        return endRun(output, running, event.callId, outcome);
      }
      case 'approval.requested':
        return askApproval(output, running, event.callId, task);
      case 'question.asked':
        return askQuestion(output, running, event);
      case 'tool.started':
        return makeApprovedCall(output, running, event.callId, task);
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
      show(step);
      return takeEvents(output);
    },
    breakOff() {
      cutReply(output, reply);
      cutRuns(output, running);
      return takeEvents(output);
    },
    items: () => [...output.items],
  };
}

/** A caller's failed result as the transcript has it. */
function failure(callId: string, output: string): string {
  const error = { code: output, message: output };
  return outcomeContent({ type: 'tool.failed', callId, error });
}
