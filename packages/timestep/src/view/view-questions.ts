import { textOf, type AssistantMessage, type NumberedEvent } from '../core/index.ts';
import { withCall } from './view-calls.ts';
import type { QuestionItem } from './view-item.ts';
import { withItem, withOpen } from './view-items.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type EventOf<Type extends NumberedEvent['type']> = Extract<NumberedEvent, { readonly type: Type }>;

/** A tool asks the user; its call waits for the answer. */
export function askedQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  { callId, question, generation }: EventOf<'question.asked'>,
): ConversationView {
  const { text, options = [] } = question;
  const id = `${taskId}/question/${generation}`;
  const asking = withCall(view, taskId, callId, (call) => ({ ...call, state: 'waiting' }));
  return withItem(asking, { ...questionItem(id, taskId, text), choices: options, callId });
}

/** What the user answered goes to the call, which is made again. */
export function answeredQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  { callId, message, messageId }: EventOf<'question.answered'>,
): ConversationView {
  const answer = textOf(message);
  const answered = withOpen(view, (item) =>
    item.kind === 'question' && item.callId === callId && item.state === 'waiting'
      ? { ...item, state: 'answered', answer }
      : item,
  );
  const again = withCall(answered, taskId, callId, (call) => ({ ...call, state: 'planned' }));
  const id = `${taskId}/message/${messageId}`;
  return withItem(again, { kind: 'user', id, taskId, text: answer, isSteering: false });
}

/** The words of the assistant are a question. */
export function withQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  step: number,
  { content }: AssistantMessage,
): ConversationView {
  return withItem(view, questionItem(`${taskId}/question/step-${step}`, taskId, content ?? ''));
}

/** The question of the assistant is answered by the next message. */
export function withoutQuestion(
  view: ConversationView,
  taskId: string,
  answer: string,
): ConversationView {
  return withOpen(view, (item) =>
    item.kind === 'question' && item.taskId === taskId && item.callId === undefined
      ? { ...item, state: 'answered', answer }
      : item,
  );
}

function questionItem(id: string, taskId: string, text: string): QuestionItem {
  return { kind: 'question', id, taskId, text, choices: [], state: 'waiting' };
}
