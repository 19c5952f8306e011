import { getText, type AssistantMessage } from '#core';
import { updateCall } from './view-calls.ts';
import { createUserItem } from './view-files.ts';
import type { QuestionItem } from './view-item.ts';
import { appendItem, updateOpenItems } from './view-items.ts';
import type { ConversationView, EventOf, OpenTurn } from './view-state.ts';

/** Adds the question that a tool asks the user. The tool call waits for the answer. */
export function addToolQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  { callId, question, generation }: EventOf<'question.asked'>,
): ConversationView {
  const { text, options = [] } = question;
  const id = `${taskId}/question/${generation}`;
  const asking = updateCall(view, taskId, callId, (call) => ({ ...call, state: 'waiting' }));
  return appendItem(asking, { ...createQuestionItem(id, taskId, text), choices: options, callId });
}

/** Adds the user's answer to a tool's question. The tool call then runs again with the answer. */
export function answerToolQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  { callId, message, messageId }: EventOf<'question.answered'>,
): ConversationView {
  const answer = getText(message);
  const answered = updateOpenItems(view, (item) =>
    item.kind === 'question' && item.callId === callId && item.state === 'waiting'
      ? { ...item, state: 'answered', answer }
      : item,
  );
  const again = updateCall(answered, taskId, callId, (call) => ({ ...call, state: 'planned' }));
  return appendItem(again, createUserItem(`${taskId}/message/${messageId}`, taskId, message));
}

/** Adds the question whether a task should continue that was stopped because of repeated crashes. */
export function addParkingQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  { question, generation }: EventOf<'task.parked'>,
): ConversationView {
  const { text, options: choices = [] } = question;
  const id = `${taskId}/question/${generation}`;
  return appendItem(view, { ...createQuestionItem(id, taskId, text), choices });
}

export function addAssistantQuestion(
  view: ConversationView,
  { taskId }: OpenTurn,
  step: number,
  { content }: AssistantMessage,
): ConversationView {
  return appendItem(
    view,
    createQuestionItem(`${taskId}/question/step-${step}`, taskId, content ?? ''),
  );
}

export function answerAssistantQuestion(
  view: ConversationView,
  taskId: string,
  answer: string,
): ConversationView {
  return updateOpenItems(view, (item) =>
    item.kind === 'question' && item.taskId === taskId && item.callId === undefined
      ? { ...item, state: 'answered', answer }
      : item,
  );
}

function createQuestionItem(id: string, taskId: string, text: string): QuestionItem {
  return { kind: 'question', id, taskId, text, choices: [], state: 'waiting' };
}
