import {
  formatQuestion,
  omitUndefined,
  type AnswerEntry,
  type AssistantMessage,
  type Entry,
  type JsonObject,
  type Task,
  type ToolCall,
} from '#core';
import type { AgentDescription } from './agent-description.ts';
import { contentToParts, acceptedOutputToParts } from './content-to-parts.ts';
import {
  TOOL_CALLS_EXTENSION,
  createToolCallsPart,
  createToolResultsPart,
  type NamedResult,
} from './tool-calls.ts';
import type { WireMessage, WirePart } from './wire-types.ts';

/**
 * Builds the history of a task. A client's message stays one message with its id; results of tools on the server
 * become a message of the agent. Hidden tool calls are omitted together with their results.
 */
export function buildHistory(
  task: Task,
  entries: readonly Entry[],
  toolCalls: AgentDescription['toolCalls'] = 'shown',
): WireMessage[] {
  const history: WireMessage[] = [];
  let replyId = '';
  let calls: readonly ToolCall[] = [];
  const received: ReceivedMessages = new Map();
  const close = (): void => {
    if (received.size === 0) return;
    for (const one of received.values()) history.push(receivedMessageToWire(task, one));
    received.clear();
  };
  for (const { message, messageId, metadata, answered = [] } of entries) {
    switch (message.role) {
      case 'system':
        break;
      case 'user':
        getOrAddMessage(received, { messageId, role: 'ROLE_USER', metadata }).parts.push(
          ...contentToParts(message.content),
        );
        break;
      case 'tool': {
        const { tool_call_id: callId, content: output } = message;
        addQuestionsAndAnswers(received, `${task.id}:${callId}`, answered);
        if (toolCalls === 'hidden') break;
        const name = calls.find((call) => call.id === callId)?.function.name;
        const ranHere = messageId === `${task.id}:${callId}`;
        const from = ranHere
          ? ({ messageId: `${replyId}:results`, role: 'ROLE_AGENT' } as const)
          : ({ messageId, role: 'ROLE_USER' } as const);
        getOrAddMessage(received, from).results.push(omitUndefined({ callId, output, name }));
        break;
      }
      case 'assistant':
        close();
        replyId = messageId;
        calls = message.tool_calls ?? [];
        if (toolCalls === 'shown') history.push(replyToMessage(task, messageId, message));
        else if (message.content) history.push(replyToMessage(task, messageId, message, []));
        break;
    }
  }
  // Adds the questions and answers of calls that wait, because a user's answer is stored before its call has a result.
  for (const { call, answers = [] } of task.calls) {
    addQuestionsAndAnswers(received, `${task.id}:${call.id}`, answers);
  }
  close();
  return history;
}

function addQuestionsAndAnswers(
  received: ReceivedMessages,
  call: string,
  answers: readonly AnswerEntry[],
): void {
  answers.forEach((answer, index) => {
    const asked = { messageId: `${call}:question-${index + 1}`, role: 'ROLE_AGENT' } as const;
    getOrAddMessage(received, asked).parts.push({ text: formatQuestion(answer.question) });
    const { messageId, metadata, message } = answer;
    const said = { messageId, role: 'ROLE_USER', metadata } as const;
    if (message.role === 'user')
      getOrAddMessage(received, said).parts.push(...contentToParts(message.content));
  });
}

export function replyToMessage(
  task: Task,
  messageId: string,
  message: AssistantMessage,
  calls: readonly ToolCall[] = message.tool_calls ?? [],
): WireMessage {
  const { content } = message;
  const text: WirePart[] = content || calls.length === 0 ? [{ text: content ?? '' }] : [];
  return {
    messageId,
    contextId: task.contextId,
    taskId: task.id,
    role: 'ROLE_AGENT',
    parts:
      calls.length > 0
        ? [...text, createToolCallsPart(calls)]
        : [...text, ...acceptedOutputToParts(task, message)],
    ...(calls.length > 0 && { extensions: [TOOL_CALLS_EXTENSION] }),
  };
}

/** A client's message that arrived between two replies of the agent, as collected so far. */
interface ReceivedMessage {
  readonly messageId: string;
  readonly role: WireMessage['role'];
  readonly metadata?: JsonObject | undefined;
  readonly parts: WirePart[];
  readonly results: NamedResult[];
}

/** Messages of clients by their ids, in order of arrival. */
type ReceivedMessages = Map<string, ReceivedMessage>;

function getOrAddMessage(
  received: ReceivedMessages,
  from: Pick<ReceivedMessage, 'messageId' | 'role' | 'metadata'>,
): ReceivedMessage {
  const known = received.get(from.messageId);
  if (known) return known;
  const added: ReceivedMessage = { ...from, parts: [], results: [] };
  received.set(from.messageId, added);
  return added;
}

function receivedMessageToWire(
  task: Task,
  { messageId, role, metadata, parts, results }: ReceivedMessage,
): WireMessage {
  const hasResults = results.length > 0;
  return {
    messageId,
    contextId: task.contextId,
    taskId: task.id,
    role,
    parts: hasResults ? [createToolResultsPart(results), ...parts] : parts,
    ...(metadata && { metadata }),
    ...(hasResults && { extensions: [TOOL_CALLS_EXTENSION] }),
  };
}
