import {
  questionText,
  type AnswerEntry,
  type AssistantMessage,
  type Entry,
  type JsonObject,
  type Task,
  type ToolCall,
} from '../../core/index.ts';
import type { AgentDescription } from './agent-description.ts';
import { contentToParts } from './content-to-parts.ts';
import {
  TOOL_CALLS_EXTENSION,
  toolCallsPart,
  toolResultsPart,
  type NamedResult,
} from './tool-calls.ts';
import type { WireMessage, WirePart } from './wire.ts';

/**
 * A task's own transcript as messages, complete ones only. A client's message is one message under
 * its id, also where the transcript has several for it; results of tools that ran on this side are
 * a message of the agent. An agent that hides its calls shows neither calls nor results.
 */
export function historyOf(
  task: Task,
  entries: readonly Entry[],
  toolCalls: AgentDescription['toolCalls'] = 'shown',
): WireMessage[] {
  const history: WireMessage[] = [];
  let replyId = '';
  let calls: readonly ToolCall[] = [];
  let heard: HeardMessages | undefined;
  const close = (): void => {
    for (const one of heard?.values() ?? []) history.push(messageOf(task, one));
    heard = undefined;
  };
  for (const { message, messageId, metadata, answered = [] } of entries) {
    switch (message.role) {
      case 'system':
        break;
      case 'user':
        heard ??= new Map();
        hear(heard, { messageId, role: 'ROLE_USER', metadata }).parts.push(
          ...contentToParts(message.content),
        );
        break;
      case 'tool': {
        const { tool_call_id: callId, content: output } = message;
        heard ??= new Map();
        hearAnswers(heard, `${task.id}:${callId}`, answered);
        if (toolCalls === 'hidden') break;
        const name = calls.find((call) => call.id === callId)?.function.name;
        const ranHere = messageId === `${task.id}:${callId}`;
        const from = ranHere
          ? ({ messageId: `${replyId}:results`, role: 'ROLE_AGENT' } as const)
          : ({ messageId, role: 'ROLE_USER' } as const);
        hear(heard, from).results.push({ callId, output, ...(name !== undefined && { name }) });
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
  // Answers are there before the call that they are for has a result.
  for (const { call, answers = [] } of task.calls) {
    heard ??= new Map();
    hearAnswers(heard, `${task.id}:${call.id}`, answers);
  }
  close();
  return history;
}

/** Hears what a tool asked, as messages of the agent, and what the user answered. */
function hearAnswers(heard: HeardMessages, call: string, answered: readonly AnswerEntry[]): void {
  answered.forEach((answer, index) => {
    const asked = { messageId: `${call}:question-${index + 1}`, role: 'ROLE_AGENT' } as const;
    hear(heard, asked).parts.push({ text: questionText(answer.question) });
    const { messageId, metadata } = answer;
    const said = { messageId, role: 'ROLE_USER', metadata } as const;
    hear(heard, said).parts.push(...partsOfAnswer(answer));
  });
}

/** What the user answered to the question of a tool. */
function partsOfAnswer({ message }: Entry): readonly WirePart[] {
  return message.role === 'user' ? contentToParts(message.content) : [];
}

/** An assistant message with the calls it asks for, by default all of them. */
export function replyToMessage(
  task: Task,
  messageId: string,
  { content, tool_calls = [] }: AssistantMessage,
  calls: readonly ToolCall[] = tool_calls,
): WireMessage {
  const text: WirePart[] = content || calls.length === 0 ? [{ text: content ?? '' }] : [];
  return {
    messageId,
    contextId: task.contextId,
    taskId: task.id,
    role: 'ROLE_AGENT',
    parts: calls.length > 0 ? [...text, toolCallsPart(calls)] : text,
    ...(calls.length > 0 && { extensions: [TOOL_CALLS_EXTENSION] }),
  };
}

/** What one message contained between two replies of the agent. */
interface Heard {
  readonly messageId: string;
  readonly role: WireMessage['role'];
  readonly metadata?: JsonObject | undefined;
  readonly parts: WirePart[];
  readonly results: NamedResult[];
}

/** Messages by their ids, in the order in which they came. */
type HeardMessages = Map<string, Heard>;

function hear(heard: HeardMessages, from: Pick<Heard, 'messageId' | 'role' | 'metadata'>): Heard {
  const known = heard.get(from.messageId);
  if (known) return known;
  const news: Heard = { ...from, parts: [], results: [] };
  heard.set(from.messageId, news);
  return news;
}

function messageOf(task: Task, { messageId, role, metadata, parts, results }: Heard): WireMessage {
  const hasResults = results.length > 0;
  return {
    messageId,
    contextId: task.contextId,
    taskId: task.id,
    role,
    parts: hasResults ? [toolResultsPart(results), ...parts] : parts,
    ...(metadata && { metadata }),
    ...(hasResults && { extensions: [TOOL_CALLS_EXTENSION] }),
  };
}
