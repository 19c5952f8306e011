import type {
  AssistantMessage,
  ContentPart,
  Message,
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
  const given = items.filter((item) => item.type === 'function_call_output');
  // Call ids may repeat in a long transcript, so each output is used only once.
  const outputs: Outputs = Map.groupBy(given, ({ call_id }) => call_id);
  const messages: Message[] = open.map((call) => takeOutputOfCall(call, outputs));
  let turn: AssistantTurn | undefined;
  const endTurn = (): void => {
    if (turn) messages.push(...turnToMessages(turn, outputs));
    turn = undefined;
  };
  const addCall = (id: string, name: string, text: string, result?: string): void => {
    // A turn whose calls all have results has ended: the model has read them.
    if (turn && turn.calls.length > 0 && !hasOpenCall(turn)) endTurn();
    const call: ToolCall = { id, type: 'function', function: { name, arguments: text } };
    turn = { ...turn, text: turn?.text ?? null, calls: [...(turn?.calls ?? []), { call, result }] };
  };
  for (const item of items) {
    switch (item.type) {
      case 'message':
        // The model already knows the artifact from the result of its tool call.
        if (item.artifact) break;
        if (item.role === 'assistant') {
          const text = contentToText(item.content, '');
          if (turn && !hasOnlyReasoning(turn) && !hasOpenCall(turn)) endTurn();
          turn = turn ? appendTurnText(turn, text) : { text, calls: [] };
        } else {
          endTurn();
          messages.push(
            item.role === 'user'
              ? messageItemToUserMessage(item, files)
              : { role: 'system', content: contentToText(item.content) },
          );
        }
        break;
      case 'function_call':
        // A call with incomplete arguments is skipped, because it was never requested.
        if (item.status === 'incomplete') break;
        addCall(item.call_id, getModelToolName(item.name, item.namespace), item.arguments);
        break;
      case 'mcp_call':
        addCall(item.id, item.name, item.arguments, getMcpCallResult(item));
        break;
      case 'reasoning':
        endTurn();
        turn = { text: null, calls: [], thought: readReasoning(item, texts) };
        break;
      case 'function_call_output':
        endTurn();
        break;
      case 'compaction': {
        endTurn();
        const summary = texts.get(item.encrypted_content) ?? '';
        const content = `The conversation so far, in short:\n${summary}`;
        messages.push({ role: 'assistant', content });
        break;
      }
      case 'mcp_approval_request':
      case 'mcp_approval_response':
        // Approval items are skipped, because transcripts contain only the outcome of an approval.
        break;
    }
  }
  endTurn();
  assertAllOutputsUsed(outputs);
  return messages;
}

interface AssistantTurn {
  readonly text: string | null;
  /** Tool calls, with their results if the items contain them. */
  readonly calls: readonly { readonly call: ToolCall; readonly result: string | undefined }[];
  /** Reasoning that must be sent back to the model provider. */
  readonly thought?: ReasoningFields | undefined;
}

type ReasoningFields = Pick<AssistantMessage, 'reasoning' | 'provider'>;

/** Reads reasoning. Undefined if it belongs to another server or caller and thus cannot be decrypted. */
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

type Outputs = Map<string, Extract<Item, { type: 'function_call_output' }>[]>;

function takeOutputOfCall(call: ToolCall, outputs: Outputs): ToolMessage {
  const found = outputs.get(call.id)?.shift();
  if (found) return { role: 'tool', tool_call_id: call.id, content: found.output };
  const message = `the call ${call.id} of ${call.function.name} has no output: add a function_call_output item for it`;
  throw new ResponsesError(400, 'missing_tool_output', message, 'input');
}

function assertAllOutputsUsed(outputs: Outputs): void {
  const strange = [...outputs].filter(([, queue]) => queue.length > 0).map(([id]) => id);
  if (strange.length === 0) return;
  const message = `there is an output for ${strange.join(', ')}, but no open call with this id`;
  throw new ResponsesError(400, 'unknown_call_id', message, 'input');
}

function hasOpenCall({ calls }: AssistantTurn): boolean {
  return calls.some((call) => call.result === undefined);
}

function appendTurnText(turn: AssistantTurn, text: string): AssistantTurn {
  return { ...turn, text: turn.text === null ? text : `${turn.text}\n${text}` };
}

function turnToMessages(turn: AssistantTurn, outputs: Outputs): Message[] {
  if (hasOnlyReasoning(turn)) return [];
  const { text, calls, thought } = turn;
  const results = calls.map(({ call, result }): ToolMessage =>
    result === undefined
      ? takeOutputOfCall(call, outputs)
      : { role: 'tool', tool_call_id: call.id, content: result },
  );
  const tool_calls = calls.map(({ call }) => call);
  return [
    { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }), ...thought },
    ...results,
  ];
}

function getMcpCallResult({ output, error }: McpCallItem): string {
  return error?.content[0].text ?? output ?? JSON.stringify({ error: 'not_executed' });
}

export function messageItemToUserMessage(
  { content }: MessageItem,
  files: FilesForModel,
): UserMessage {
  const [only] = content;
  if (only?.type === 'input_text' && content.length === 1) {
    return { role: 'user', content: only.text };
  }
  return { role: 'user', content: content.map((part) => contentItemToPart(part, files)) };
}

function contentItemToPart(part: ContentItem, files: FilesForModel): ContentPart {
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
