import { textOf, type JsonValue, type Message, type ToolMessage } from '../../core/index.ts';

/** What a script may ask about a transcript. */
export interface Situation {
  /** `tool` when the last message is a tool's result, else `user`. */
  readonly moment: 'user' | 'tool';
  /** The newest user message. */
  readonly user: string;
  /** Results since the last user message, oldest first. */
  readonly results: readonly ToolOutcome[];
  /** Those of `results` that answer the newest calls. */
  readonly fresh: readonly ToolOutcome[];
  /** The number of the reply, counted from 1 since the last user message. */
  readonly step: number;
  /** The number of the reply, counted from 1 in the whole transcript. */
  readonly turn: number;
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
}

export interface ToolOutcome {
  readonly tool: string;
  readonly text: string;
  /** The result as JSON where it is JSON, else its text. */
  readonly value: JsonValue;
}

export function situationOf(messages: readonly Message[], tools: readonly string[]): Situation {
  const spoken = messages.findLastIndex((message) => message.role === 'user');
  const heard = messages[spoken];
  const since = messages.slice(spoken + 1);
  const replied = since.findLastIndex((message) => message.role === 'assistant');
  const results = outcomesOf(since);
  const fresh = results.slice(results.length - (since.length - 1 - replied));
  return {
    moment: messages.at(-1)?.role === 'tool' ? 'tool' : 'user',
    user: heard ? textOf(heard) : '',
    results,
    fresh: replied === -1 ? [] : fresh,
    step: count(since) + 1,
    turn: count(messages) + 1,
    tools,
  };
}

function count(messages: readonly Message[]): number {
  return messages.filter((message) => message.role === 'assistant').length;
}

function outcomesOf(messages: readonly Message[]): ToolOutcome[] {
  const names = new Map<string, string>();
  const outcomes: ToolOutcome[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    }
    if (message.role === 'tool') outcomes.push(outcomeOf(message, names));
  }
  return outcomes;
}

function outcomeOf(message: ToolMessage, names: ReadonlyMap<string, string>): ToolOutcome {
  const { tool_call_id: id, content: text } = message;
  return { tool: names.get(id) ?? '', text, value: parse(text) };
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
