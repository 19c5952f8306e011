import type {
  AssistantMessage,
  ContentPart,
  Message,
  SystemMessage,
  ToolCall,
  ToolMessage,
  UserMessage,
} from '../../core/index.ts';
import type { ContentItem, Item, McpCallItem, MessageItem, ReasoningItem } from '../wire/item.ts';
import { nameForModel } from '../wire/namespace.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { textOfContent } from './content.ts';
import { NOTHING_GIVEN, type Given } from './given.ts';
import type { GivenFiles } from './given-files.ts';

/**
 * Items as transcript messages. Items of one assistant turn become one message, and results follow
 * the message that made their calls, wherever they are in the list. `open` are calls of the
 * conversation so far that the items have to answer first, the third is what they only name.
 */
export function messagesFrom(
  items: readonly Item[],
  open: readonly ToolCall[] = [],
  { files, texts }: Given = NOTHING_GIVEN,
): Message[] {
  const outputs = outputsIn(items);
  const messages: Message[] = open.map((call) => answerTo(call, outputs));
  let turn: Turn | undefined;

  const endTurn = () => {
    if (turn) messages.push(...messagesOf(turn, outputs));
    turn = undefined;
  };
  for (const item of items) {
    switch (item.type) {
      case 'message':
        // The model knows what it gave by the result of the call that gave it.
        if (item.artifact) break;
        if (item.role === 'assistant') {
          const text = textOfContent(item.content, '');
          if (turn && !isThought(turn) && !takesText(turn)) endTurn();
          turn = turn ? { ...turn, text: joined(turn.text, text) } : { text, calls: [] };
        } else {
          endTurn();
          messages.push(item.role === 'user' ? userMessage(item, files) : systemMessage(item));
        }
        break;
      case 'function_call':
        // A call whose arguments were cut off was never requested.
        if (item.status === 'incomplete') break;
        if (turn && !takesCalls(turn)) endTurn();
        turn = withCall(turn, {
          call: toolCall(item.call_id, { ...item, name: nameForModel(item) }),
        });
        break;
      case 'mcp_call':
        if (turn && !takesCalls(turn)) endTurn();
        turn = withCall(turn, { call: toolCall(item.id, item), result: resultOf(item) });
        break;
      case 'reasoning':
        endTurn();
        turn = { text: null, calls: [], thought: thoughtIn(item, texts) };
        break;
      case 'function_call_output':
        endTurn();
        break;
      case 'compaction':
        endTurn();
        messages.push({ role: 'assistant', content: summaryOf(texts.get(item.encrypted_content)) });
        break;
      case 'mcp_approval_request':
      case 'mcp_approval_response':
        // The decision goes to the task that waits for it; transcripts hold only its outcome.
        break;
    }
  }
  endTurn();
  refuseLeftOver(outputs);
  return messages;
}

/** The agent's own words about what was said before. */
function summaryOf(summary = ''): string {
  return `The conversation so far, in short:\n${summary}`;
}

/** One assistant message that is being built. */
interface Turn {
  readonly text: string | null;
  readonly calls: readonly Call[];
  /** What the model's provider wants to see again with it. */
  readonly thought?: Thought | undefined;
}

type Thought = Pick<AssistantMessage, 'reasoning' | 'provider'>;

/** The reasoning of other servers and callers cannot be read, and is left out. */
function thoughtIn(
  { encrypted_content = '' }: ReasoningItem,
  texts: Given['texts'],
): Thought | undefined {
  const text = texts.get(encrypted_content);
  return text === undefined ? undefined : (JSON.parse(text) as Thought);
}

/** Whether nothing was said yet of what a thought came before. */
function isThought({ text, calls }: Turn): boolean {
  return text === null && calls.length === 0;
}

/** A call, with its result where the item itself holds it. */
interface Call {
  readonly call: ToolCall;
  readonly result?: string;
}

/** Outputs by call id, in order: ids may repeat in a long transcript. */
type Outputs = Map<string, string[]>;

function outputsIn(items: readonly Item[]): Outputs {
  const outputs: Outputs = new Map();
  for (const item of items) {
    if (item.type !== 'function_call_output') continue;
    const queue = outputs.get(item.call_id) ?? [];
    queue.push(item.output);
    outputs.set(item.call_id, queue);
  }
  return outputs;
}

function answerTo(call: ToolCall, outputs: Outputs): ToolMessage {
  const content = outputs.get(call.id)?.shift();
  if (content === undefined) {
    const message = `the call ${call.id} of ${call.function.name} has no output: add a function_call_output item for it`;
    throw new ResponsesError(400, 'missing_tool_output', message, 'input');
  }
  return { role: 'tool', tool_call_id: call.id, content };
}

function refuseLeftOver(outputs: Outputs): void {
  const strange = [...outputs].filter(([, queue]) => queue.length > 0).map(([id]) => id);
  if (strange.length === 0) return;
  const message = `there is an output for ${strange.join(', ')} but no such call is open`;
  throw new ResponsesError(400, 'unknown_call_id', message, 'input');
}

/**
 * A turn whose calls hold their results has ended: later items were said after the model had read
 * them.
 */
function takesCalls(turn: Turn): boolean {
  return turn.calls.length === 0 || turn.calls.some((call) => call.result === undefined);
}

function takesText(turn: Turn): boolean {
  return turn.calls.some((call) => call.result === undefined);
}

function withCall(turn: Turn | undefined, call: Call): Turn {
  return { ...turn, text: turn?.text ?? null, calls: [...(turn?.calls ?? []), call] };
}

function messagesOf(turn: Turn, outputs: Outputs): Message[] {
  if (isThought(turn)) return [];
  const { text, calls, thought } = turn;
  const results = calls.map(({ call, result }): ToolMessage =>
    result === undefined
      ? answerTo(call, outputs)
      : { role: 'tool', tool_call_id: call.id, content: result },
  );
  const tool_calls = calls.map(({ call }) => call);
  return [
    { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }), ...thought },
    ...results,
  ];
}

function joined(before: string | null, text: string): string {
  return before === null ? text : `${before}\n${text}`;
}

function toolCall(
  id: string,
  { name, arguments: text }: { readonly name: string; readonly arguments: string },
): ToolCall {
  return { id, type: 'function', function: { name, arguments: text } };
}

function resultOf({ output, error }: McpCallItem): string {
  return error?.content[0].text ?? output ?? JSON.stringify({ error: 'not_executed' });
}

function systemMessage({ content }: MessageItem): SystemMessage {
  return { role: 'system', content: textOfContent(content) };
}

function userMessage({ content }: MessageItem, files: GivenFiles): UserMessage {
  const [only] = content;
  if (only?.type === 'input_text' && content.length === 1) {
    return { role: 'user', content: only.text };
  }
  return { role: 'user', content: content.map((part) => contentPart(part, files)) };
}

function contentPart(part: ContentItem, files: GivenFiles): ContentPart {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'text', text: part.refusal };
    case 'input_image': {
      const { detail, file_id = '' } = part;
      const url = part.image_url ?? files.get(file_id)?.url;
      if (url === undefined) return goneFile(file_id);
      return { type: 'image_url', image_url: { url, ...(detail !== 'auto' && { detail }) } };
    }
    case 'input_file': {
      const { file_id = '' } = part;
      const given = files.get(file_id);
      const url = part.file_url ?? given?.url;
      if (url === undefined) return goneFile(file_id);
      const filename = part.filename ?? given?.filename;
      return { type: 'file', file: { url, ...(filename !== undefined && { filename }) } };
    }
  }
}

/** A file of an earlier item may have been deleted. */
function goneFile(id: string): ContentPart {
  return { type: 'text', text: `[the file ${id} is not kept any more]` };
}
