import { findQuestionIndex, getText, parseJson, type JsonValue, type Message } from '#core';

export interface TranscriptState {
  /** Kind of the last message: a user message, or `tool` for a tool result. */
  readonly moment: 'user' | 'tool';
  readonly user: string;
  /** Tool results since the last user message, oldest first. */
  readonly results: readonly ScriptToolResult[];
  /** Results of the newest tool calls, which `results` contains too. */
  readonly fresh: readonly ScriptToolResult[];
  /** Number of the next reply since the last user message, from 1. */
  readonly step: number;
  /** Number of the next reply in the whole transcript, from 1. */
  readonly turn: number;
  readonly tools: readonly string[];
}

export interface ScriptToolResult {
  readonly tool: string;
  readonly text: string;
  /** The tool result as parsed JSON, otherwise its text. */
  readonly value: JsonValue;
}

export function getTranscriptState(
  messages: readonly Message[],
  tools: readonly string[],
): TranscriptState {
  const spoken = findQuestionIndex(messages);
  const heard = messages[spoken];
  const since = messages.slice(spoken + 1).filter((message) => message.role !== 'user');
  const replied = since.findLastIndex((message) => message.role === 'assistant');
  const results = listAllToolResults(since);
  const fresh = results.slice(results.length - (since.length - 1 - replied));
  return {
    moment: messages.at(-1)?.role === 'tool' ? 'tool' : 'user',
    user: heard ? getText(heard) : '',
    results,
    fresh: replied === -1 ? [] : fresh,
    step: countReplies(since) + 1,
    turn: countReplies(messages) + 1,
    tools,
  };
}

function countReplies(messages: readonly Message[]): number {
  return messages.filter((message) => message.role === 'assistant').length;
}

function listAllToolResults(messages: readonly Message[]): ScriptToolResult[] {
  const names = new Map<string, string>();
  const outcomes: ScriptToolResult[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    }
    if (message.role !== 'tool') continue;
    const { tool_call_id: id, content: text } = message;
    const value = parseJson(text);
    outcomes.push({ tool: names.get(id) ?? '', text, value: value === undefined ? text : value });
  }
  return outcomes;
}
