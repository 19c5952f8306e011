import { buildTranscript, restoreMismatchedReply, type CalledModel } from '#core';
import { OPERATION } from './conventions.ts';
import { instructionsToGenAi, nonSystemMessagesToGenAi } from './gen-ai-messages.ts';
import {
  addAttempt,
  addCalledModel,
  addFinishReasonAndUsage,
  addRequestedModel,
  createGuardEvents,
  failureToSpanError,
} from './span-attributes.ts';
import { getModelSpanId } from './span-ids.ts';
import {
  endSpan,
  endTurnSpan,
  startSpan,
  getOrStartTurnSpan,
  type EventOf,
  type SpanProgress,
} from './span-progress.ts';

export function startModelSpan(progress: SpanProgress, event: EventOf<'model.started'>): void {
  const { task, options } = progress;
  const { step, attempt, at } = event;
  const { turn, settings } = task.origin;
  const span = startSpan(progress, progress.turn?.spanId, {
    operation: OPERATION.model,
    name: OPERATION.model,
    kind: 'client',
    spanId: getModelSpanId(`${task.id}:${step}`, attempt),
    startedAt: at,
  });
  progress.model = span;
  const { attributes } = span;
  addAttempt(attributes, attempt, step);
  addRequestedModel(attributes, turn?.model, settings);
  nameSpanAfterModel(span);
  if (!options.contents) return;
  const messages = buildTranscript(task);
  const instructions = instructionsToGenAi(messages);
  if (instructions !== undefined) attributes['gen_ai.system_instructions'] = instructions;
  attributes['gen_ai.input.messages'] = nonSystemMessagesToGenAi(messages);
}

export function recordModelReply(
  progress: SpanProgress,
  { at, message, guarded, called, mismatch }: EventOf<'model.replied'>,
): void {
  const { model } = progress;
  if (model) {
    recordCalledModel(model, called);
    const hasContents = progress.options.contents === true;
    model.events.push(...createGuardEvents(guarded, at, hasContents));
    addFinishReasonAndUsage(model.attributes, message);
    if (hasContents)
      model.attributes['gen_ai.output.messages'] = nonSystemMessagesToGenAi([
        mismatch ? restoreMismatchedReply(message, mismatch) : message,
      ]);
    endSpan(progress, model, at);
  }
  // A turn continues if a reply is no final answer, because the model is called again.
  const isAnswer = (message.tool_calls ?? []).length === 0 && !mismatch;
  if (isAnswer) endTurnAfterAnswer(progress, at);
}

export function recordModelFailure(
  progress: SpanProgress,
  { at, called, guarded, error }: EventOf<'model.failed'>,
): void {
  const { model } = progress;
  if (!model) return;
  recordCalledModel(model, called);
  const hasContents = progress.options.contents === true;
  model.events.push(...createGuardEvents(guarded, at, hasContents));
  endSpan(progress, model, at, failureToSpanError(error, hasContents));
}

export function recordProviderRefusal(
  progress: SpanProgress,
  { at, called, error, without, guess }: EventOf<'model.refused'>,
): void {
  const { model } = progress;
  if (!model) return;
  recordCalledModel(model, called);
  model.attributes['timestep.omissions'] = without.length;
  if (guess !== undefined) model.attributes['timestep.guess'] = guess;
  endSpan(progress, model, at, failureToSpanError(error, progress.options.contents === true));
}

type ModelSpan = NonNullable<SpanProgress['model']>;

/** Records the called model in the span, because it becomes known only when the call has ended. */
function recordCalledModel(span: ModelSpan, called: CalledModel | undefined): void {
  if (!called) return;
  addCalledModel(span.attributes, called);
  nameSpanAfterModel(span);
}

function nameSpanAfterModel(span: ModelSpan): void {
  const model = span.attributes['gen_ai.request.model'];
  if (typeof model === 'string') span.name = `${OPERATION.model} ${model}`;
}

/** Ends a turn after its answer. A message that arrived meanwhile starts the next turn at once. */
function endTurnAfterAnswer(progress: SpanProgress, at: number): void {
  if (progress.task.model === 'answered') {
    progress.answeredAt = at;
    return;
  }
  const waiting = progress.task.model === 'idle';
  endTurnSpan(progress, at);
  if (waiting) getOrStartTurnSpan(progress, at);
}
