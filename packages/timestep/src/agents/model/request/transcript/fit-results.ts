import { cutResult, type Message, type ToolMessage } from '#core';

/** Maximum share of the context window that a single tool result may fill. */
const RESULT_SHARE = 0.5;

const CHARACTERS_PER_TOKEN = 4;

/**
 * A transcript in which no tool result is too long, with the ids of the calls whose results were
 * shortened.
 */
export interface FittedResults {
  readonly messages: readonly Message[];
  readonly shortened: readonly string[];
}

/**
 * Creates a function that shortens each tool result that fills more than half of the context window
 * (in tokens), with a note on how to read the rest. A shortened result is reused by later requests.
 */
export function createResultFitter(
  contextWindow: number | undefined,
): (messages: readonly Message[]) => FittedResults {
  const keep = Math.floor((contextWindow ?? Infinity) * RESULT_SHARE * CHARACTERS_PER_TOKEN);
  const known = new WeakMap<Message, Message>();

  function shortenResult(message: ToolMessage): Message {
    const before = known.get(message);
    if (before) return before;
    const cut = cutResult(message, keep);
    known.set(message, cut);
    return cut;
  }

  return (messages) => {
    if (!messages.some((one) => isResultTooLong(one, keep))) return { messages, shortened: NONE };
    const shortened: string[] = [];
    const fitted = messages.map((message) => {
      if (!isResultTooLong(message, keep)) return message;
      const cut = shortenResult(message);
      if (cut !== message) shortened.push(message.tool_call_id);
      return cut;
    });
    return { messages: fitted, shortened };
  };
}

const NONE: readonly string[] = [];

function isResultTooLong(message: Message, keep: number): message is ToolMessage {
  return message.role === 'tool' && message.content.length > keep;
}
