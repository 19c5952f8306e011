import type {
  AssistantMessage,
  ContentPart,
  Message,
  SystemMessage,
  ToolCall,
  ToolMessage,
  UserMessage,
} from '#core';
import type {
  ContentItem,
  Item,
  McpCallItem,
  MessageItem,
  ReasoningItem,
} from '../wire/response-item.ts';
import { getModelToolName } from '../wire/tool-namespace.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { contentToText } from './read-content.ts';
import { NO_REFERENCED_DATA, type ReferencedData, type FilesForModel } from './referenced-data.ts';

/**
 * Converts items to messages. Items of one assistant turn become one message; tool results follow
 * it, wherever they are in the list. `open` are earlier calls that the items must answer first;
 * `given` is data that the items refer to.
 */
export function itemsToMessages(
  items: readonly Item[],
  open: readonly ToolCall[] = [],
  { files, texts }: ReferencedData = NO_REFERENCED_DATA,
): Message[] {
  const outputs = collectOutputs(items);
  const messages: Message[] = open.map((call) => takeOutput(call, outputs));
  let turn: AssistantTurn | undefined;

  const endTurn = () => {
    if (turn) messages.push(...turnToMessages(turn, outputs));
    turn = undefined;
  };
  for (const item of items) {
    switch (item.type) {
      case 'message':
        // The model already knows an artifact from the result of its tool call.
        if (item.artifact) break;
        if (item.role === 'assistant') {
          const text = contentToText(item.content, '');
          if (turn && !hasOnlyReasoning(turn) && !canAddText(turn)) endTurn();
          turn = turn ? { ...turn, text: joinTexts(turn.text, text) } : { text, calls: [] };
        } else {
          endTurn();
          messages.push(
            item.role === 'user' ? createUserMessage(item, files) : createSystemMessage(item),
          );
        }
        break;
      case 'function_call':
        // A call with incomplete arguments is skipped, because it was never requested.
        if (item.status === 'incomplete') break;
        if (turn && !canAddCall(turn)) endTurn();
        turn = withCall(turn, {
          call: createToolCall(item.call_id, { ...item, name: getModelToolName(item) }),
        });
        break;
      case 'mcp_call':
        if (turn && !canAddCall(turn)) endTurn();
        turn = withCall(turn, {
          call: createToolCall(item.id, item),
          result: getMcpCallResult(item),
        });
        break;
      case 'reasoning':
        endTurn();
        turn = { text: null, calls: [], thought: readReasoning(item, texts) };
        break;
      case 'function_call_output':
        endTurn();
        break;
      case 'compaction':
        endTurn();
        messages.push({
          role: 'assistant',
          content: formatSummary(texts.get(item.encrypted_content)),
        });
        break;
      case 'mcp_approval_request':
      case 'mcp_approval_response':
        // Approval items are skipped, because transcripts hold only the outcome of an approval.
        break;
    }
  }
  endTurn();
  checkNoUnusedOutputs(outputs);
  return messages;
}

function formatSummary(summary = ''): string {
  return `The conversation so far, in short:\n${summary}`;
}

interface AssistantTurn {
  readonly text: string | null;
  readonly calls: readonly TurnCall[];
  /** Reasoning that the model provider must receive again. */
  readonly thought?: ReasoningFields | undefined;
}

type ReasoningFields = Pick<AssistantMessage, 'reasoning' | 'provider'>;

/** Reads reasoning. That of other servers and callers cannot be decrypted: it is omitted. */
function readReasoning(
  { encrypted_content = '' }: ReasoningItem,
  texts: ReferencedData['texts'],
): ReasoningFields | undefined {
  const text = texts.get(encrypted_content);
  return text === undefined ? undefined : (JSON.parse(text) as ReasoningFields);
}

function hasOnlyReasoning({ text, calls }: AssistantTurn): boolean {
  return text === null && calls.length === 0;
}

/** A tool call, with its result if the item contains it. */
interface TurnCall {
  readonly call: ToolCall;
  readonly result?: string;
}

/** Results of calls by call id, which may repeat in a long transcript. */
type Outputs = Map<string, string[]>;

function collectOutputs(items: readonly Item[]): Outputs {
  const outputs: Outputs = new Map();
  for (const item of items) {
    if (item.type !== 'function_call_output') continue;
    const queue = outputs.get(item.call_id) ?? [];
    queue.push(item.output);
    outputs.set(item.call_id, queue);
  }
  return outputs;
}

function takeOutput(call: ToolCall, outputs: Outputs): ToolMessage {
  const content = outputs.get(call.id)?.shift();
  if (content === undefined) {
    const message = `the call ${call.id} of ${call.function.name} has no output: add a function_call_output item for it`;
    throw new ResponsesError(400, 'missing_tool_output', message, 'input');
  }
  return { role: 'tool', tool_call_id: call.id, content };
}

function checkNoUnusedOutputs(outputs: Outputs): void {
  const strange = [...outputs].filter(([, queue]) => queue.length > 0).map(([id]) => id);
  if (strange.length === 0) return;
  const message = `there is an output for ${strange.join(', ')}, but no open call with this id`;
  throw new ResponsesError(400, 'unknown_call_id', message, 'input');
}

/** A turn whose calls all have results has ended: the model has read them. */
function canAddCall(turn: AssistantTurn): boolean {
  return turn.calls.length === 0 || turn.calls.some((call) => call.result === undefined);
}

function canAddText(turn: AssistantTurn): boolean {
  return turn.calls.some((call) => call.result === undefined);
}

function withCall(turn: AssistantTurn | undefined, call: TurnCall): AssistantTurn {
  return { ...turn, text: turn?.text ?? null, calls: [...(turn?.calls ?? []), call] };
}

function turnToMessages(turn: AssistantTurn, outputs: Outputs): Message[] {
  if (hasOnlyReasoning(turn)) return [];
  const { text, calls, thought } = turn;
  const results = calls.map(({ call, result }): ToolMessage =>
    result === undefined
      ? takeOutput(call, outputs)
      : { role: 'tool', tool_call_id: call.id, content: result },
  );
  const tool_calls = calls.map(({ call }) => call);
  return [
    { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }), ...thought },
    ...results,
  ];
}

function joinTexts(before: string | null, text: string): string {
  return before === null ? text : `${before}\n${text}`;
}

function createToolCall(
  id: string,
  { name, arguments: text }: { readonly name: string; readonly arguments: string },
): ToolCall {
  return { id, type: 'function', function: { name, arguments: text } };
}

function getMcpCallResult({ output, error }: McpCallItem): string {
  return error?.content[0].text ?? output ?? JSON.stringify({ error: 'not_executed' });
}

function createSystemMessage({ content }: MessageItem): SystemMessage {
  return { role: 'system', content: contentToText(content) };
}

function createUserMessage({ content }: MessageItem, files: FilesForModel): UserMessage {
  const [only] = content;
  if (only?.type === 'input_text' && content.length === 1) {
    return { role: 'user', content: only.text };
  }
  return { role: 'user', content: content.map((part) => createContentPart(part, files)) };
}

function createContentPart(part: ContentItem, files: FilesForModel): ContentPart {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'text', text: part.refusal };
    case 'input_image': {
      const { detail, file_id = '' } = part;
      const url = part.image_url ?? files.get(file_id)?.url;
      if (url === undefined) return createMissingFilePart(file_id);
      return { type: 'image_url', image_url: { url, ...(detail !== 'auto' && { detail }) } };
    }
    case 'input_file': {
      const { file_id = '' } = part;
      const given = files.get(file_id);
      const url = part.file_url ?? given?.url;
      if (url === undefined) return createMissingFilePart(file_id);
      const filename = part.filename ?? given?.filename;
      return { type: 'file', file: { url, ...(filename !== undefined && { filename }) } };
    }
  }
}

/** Creates the placeholder for an uploaded file that was deleted after it was used. */
function createMissingFilePart(id: string): ContentPart {
  return { type: 'text', text: `[the file ${id} has been deleted]` };
}
