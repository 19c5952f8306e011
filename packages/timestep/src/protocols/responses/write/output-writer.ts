import {
  CUT_CALL_CODE,
  formatDenial,
  formatToolOutcome,
  type Artifact,
  type CallState,
  type NumberedEvent,
  type Task,
} from '#core';
import type { Delta, TaskStep } from '#engine/port';
import { createOutputText, type OutputItem } from '../wire/response-item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import {
  addApprovalRequest,
  addCallArguments,
  queueCallProgressEvent,
  addToolQuestionToOutput,
  completeCallItem,
  endCallAsIncomplete,
  endRunningCallsAsIncomplete,
  endRunningCall,
  startApprovedOrRepeatedCall,
  startCallItem,
  type OpenCall,
} from './call-items.ts';
import { takePendingEvents, type OutputScope, type ResponseOutput } from './response-output.ts';
import {
  addArtifactItem,
  addReasoning,
  appendTextDelta,
  citationToAnnotation,
  endReasoning,
  endTextItem,
  startReasoning,
  startText,
  type OpenText,
} from './text-items.ts';

/** Converts the steps of a task to output items and their events. */
export interface OutputWriter {
  /** Converts a step. Partial output is a preview: the complete reply corrects and completes it. */
  write(step: TaskStep): OutputEvent[];
  /** Ends all open items of the output as incomplete. */
  breakOff(): OutputEvent[];
  items(): OutputItem[];
}

export function createOutputWriter(scope: OutputScope): OutputWriter {
  const output: ResponseOutput = {
    scope,
    items: [],
    running: new Map(),
    events: [],
    superseded: [],
  };
  const reply: OpenReply = { thought: undefined, text: undefined, calls: new Map() };

  function addArtifactItems(artifacts: readonly Artifact[] = []): void {
    for (const artifact of artifacts) addArtifactItem(output, artifact);
  }

  function writeStep(step: TaskStep): void {
    if (step.kind === 'delta') return writeDelta(output, reply, step);
    const { event, task } = step;
    switch (event.type) {
      case 'model.replied':
        writeReply(output, reply, event);
        return addArtifactItems(event.message.artifacts);
      case 'tool.returned':
        endRunningCall(output, event.callId, formatToolOutcome(event));
        return addArtifactItems(event.artifacts);
      case 'tool.failed':
        return endRunningCall(output, event.callId, formatToolOutcome(event), 'failed');
      case 'results.received':
        for (const { callId, output: given, isError = false } of event.results) {
          if (isError) endRunningCall(output, callId, formatCallerFailure(callId, given), 'failed');
          else endRunningCall(output, callId, given);
        }
        return;
      case 'approval.decided':
        if (!event.approved) endRunningCall(output, event.callId, formatDenial(event), 'failed');
        return;
      case 'approval.requested':
        return addApprovalRequest(output, findCall(task, event.callId));
      case 'question.asked':
        return addToolQuestionToOutput(output, event.question, event.callId);
      case 'task.parked':
        return addToolQuestionToOutput(output, event.question);
      case 'tool.started':
        return startApprovedOrRepeatedCall(output, findCall(task, event.callId));
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
      case 'dispatch.reported':
      case 'model.refused':
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
      return takePendingEvents(output);
    },
    breakOff() {
      endReplyAsIncomplete(output, reply);
      endRunningCallsAsIncomplete(output);
      return takePendingEvents(output);
    },
    items: () => output.items.filter((_, index) => !output.superseded.includes(index)),
  };
}

function findCall({ calls }: Task, callId: string): CallState | undefined {
  return calls.find(({ call }) => call.id === callId);
}

/** Formats the failure of a caller's tool as the transcript stores it. */
function formatCallerFailure(callId: string, output: string): string {
  const error = { code: output, message: output };
  return formatToolOutcome({ type: 'tool.failed', callId, error });
}

type RepliedEvent = Extract<NumberedEvent, { readonly type: 'model.replied' }>;

/** An unfinished reply, and which parts of it were sent. */
interface OpenReply {
  thought: OpenText | undefined;
  text: OpenText | undefined;
  /** Unfinished calls by index in the reply. Null if pieces of a call cannot be streamed. */
  readonly calls: Map<number, OpenCall | null>;
}

/** Writes a piece of output, unless an earlier attempt has started its item. */
function writeDelta(
  output: ResponseOutput,
  reply: OpenReply,
  { delta, attempt }: Extract<TaskStep, { kind: 'delta' }>,
): void {
  if (output.scope.seal && delta.type !== 'artifact' && delta.type !== 'progress') {
    // Reasoning must come before the other items of the reply.
    reply.thought ??= startReasoning(output, attempt);
  }
  switch (delta.type) {
    case 'text':
      // With an output schema, only the complete reply shows whether its text is the answer.
      if (delta.text === '' || output.scope.hasOutput) return;
      if (delta.restarts) endTextMissingInReply(output, reply);
      reply.text ??= startText(output, attempt);
      if (reply.text.attempt === attempt) appendTextDelta(output, reply.text, delta.text);
      return;
    case 'tool-call':
      return writeCallDelta(output, reply, delta, attempt);
    case 'reasoning':
      if (delta.text === '' || !output.scope.showsThoughts) return;
      reply.thought ??= startReasoning(output, attempt);
      if (reply.thought.attempt === attempt) addReasoning(output, reply.thought, delta.text);
      return;
    case 'progress':
      return queueCallProgressEvent(output, delta);
    case 'artifact':
      return;
  }
}

function writeCallDelta(
  output: ResponseOutput,
  { calls }: OpenReply,
  { index, id, name, arguments: piece }: Extract<Delta, { type: 'tool-call' }>,
  attempt: number,
): void {
  let call = calls.get(index);
  if (call === undefined) {
    // A call whose id is missing or repeated is not streamed, because the runner later gives it another id.
    const isRepeated = calls.values().some((other) => other?.callId === id);
    const isUsable = id !== '' && name !== '' && !isRepeated && !output.scope.mayRefuse;
    call = isUsable ? startCallItem(output, attempt, id, name) : null;
    calls.set(index, call);
  }
  if (call?.attempt === attempt && piece !== '') addCallArguments(output, call, piece);
}

/** Writes the parts of a complete reply that were not sent, and ends calls that the reply lacks as incomplete. */
function writeReply(
  output: ResponseOutput,
  reply: OpenReply,
  { message, attempt, refused = [], mismatch }: RepliedEvent,
): void {
  // A reply that did not match the output schema is omitted, because the Responses API has no item for it.
  if (mismatch) return endReplyAsIncomplete(output, reply);
  const { tool_calls: calls = [], finish_reason: cut } = message;
  const content = message.content ?? '';
  writeReasoning(output, reply, message, attempt);
  const isNarration = output.scope.hasOutput === true && calls.length > 0;
  // A later attempt may give another text than an earlier attempt has streamed.
  if (reply.text && !content.startsWith(reply.text.shown)) endTextMissingInReply(output, reply);
  if (!isNarration && (reply.text || calls.length === 0 || content !== '')) {
    const text = reply.text ?? startText(output, attempt);
    const { citations = [] } = message;
    const annotations = citations.map((citation) => citationToAnnotation(citation, content));
    const part = createOutputText(content, annotations);
    endTextItem(output, text, part, cut ? 'incomplete' : 'completed');
    reply.text = undefined;
  }
  calls.forEach((call, index) => {
    const shown = reply.calls.get(index);
    const isSame = shown?.callId === call.id;
    if (isSame) reply.calls.delete(index);
    const refusal = refused.find(({ callId }) => callId === call.id);
    const isRefused = refusal !== undefined;
    if (isSame && shown && refusal?.error.code === CUT_CALL_CODE)
      return endCallAsIncomplete(output, shown);
    const { name } = call.function;
    const open = isSame ? shown : startCallItem(output, attempt, call.id, name, isRefused);
    completeCallItem(output, open, call);
  });
  endReplyAsIncomplete(output, reply);
}

function writeReasoning(
  output: ResponseOutput,
  reply: OpenReply,
  message: RepliedEvent['message'],
  attempt: number,
): void {
  const { reasoning = '', provider } = message;
  const { showsThoughts, seal } = output.scope;
  if ((showsThoughts && reasoning !== '') || (seal && provider)) {
    reply.thought ??= startReasoning(output, attempt);
  }
  if (reply.thought) endReasoning(output, reply.thought, message);
  reply.thought = undefined;
}

/** Ends a text that was streamed but is not in the complete reply. */
function endTextMissingInReply(output: ResponseOutput, reply: OpenReply): void {
  if (reply.text) output.superseded.push(reply.text.place.output_index);
  endTextAsIncomplete(output, reply);
}

function endTextAsIncomplete(output: ResponseOutput, reply: OpenReply): void {
  if (reply.text) endTextItem(output, reply.text, createOutputText(reply.text.shown), 'incomplete');
  reply.text = undefined;
}

function endReplyAsIncomplete(output: ResponseOutput, reply: OpenReply): void {
  if (reply.thought) endReasoning(output, reply.thought, undefined);
  reply.thought = undefined;
  endTextAsIncomplete(output, reply);
  for (const call of reply.calls.values()) if (call) endCallAsIncomplete(output, call);
  reply.calls.clear();
}
