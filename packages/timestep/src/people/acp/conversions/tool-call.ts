import type {
  ToolCall as AcpToolCall,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { isAbsolute } from 'node:path';
import {
  formatApprovalTitle,
  formatArguments,
  formatArgumentsInLine,
  formatForeignName,
  getEffectiveCall,
  parseArguments,
  parseJson,
  type CallState,
  type Failure,
  type JsonObject,
  type Task,
  toShownCall,
} from '#core';
import { createTextBlock } from './blocks-from-message.ts';
import { guessToolKind } from './tool-kind.ts';

const TITLE_LENGTH = 100;

/** Creates the id of a tool call, with the step, because models reuse call ids in later turns. */
export function createToolCallId(task: Task, callId: string): string {
  return `${task.id}/${task.steps}/${callId}`;
}

/** Creates the first update about a tool call (ACP v1, Tool Calls). */
export function createToolCall(task: Task, state: CallState): AcpToolCall {
  const { id, function: called } = getEffectiveCall(state);
  const args = parseArguments(called.arguments);
  const locations = args ? listFilePathArguments(args) : [];
  return {
    toolCallId: createToolCallId(task, id),
    title: formatCallTitle(called.name, called.arguments),
    name: called.name,
    kind: guessToolKind(called.name),
    status: 'pending',
    rawInput: args ?? called.arguments,
    ...(locations.length > 0 && { locations }),
  };
}

/** Creates a tool call for a permission request, with its arguments as text for every client. */
export function createToolCallForPermission(task: Task, state: CallState): ToolCallUpdate {
  const call = toShownCall(state);
  const texts = [formatApprovalTitle(call), fenceCode(formatArguments(call.arguments))];
  const content = texts.map(createTextContent);
  return { ...createToolCall(task, state), content };
}

export function createCompletedUpdate(content: string): Omit<ToolCallUpdate, 'toolCallId'> {
  return {
    status: 'completed',
    content: content === '' ? [] : [createTextContent(content)],
    rawOutput: parseJsonOrText(content),
  };
}

export function createFailedUpdate({ code, message }: Failure): Omit<ToolCallUpdate, 'toolCallId'> {
  return {
    status: 'failed',
    content: [createTextContent(message)],
    rawOutput: { error: code, ...(message !== code && { detail: message }) },
  };
}

/** Formats a text as a block of Markdown code, whose fence no line of the text closes. */
function fenceCode(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

function createTextContent(text: string): ToolCallContent {
  return { type: 'content', content: createTextBlock(text) };
}

function formatCallTitle(name: string, written: string): string {
  const shown = formatForeignName(name);
  const args = formatArgumentsInLine(written.trim());
  if (args === '' || args === '{}') return shown;
  return `${shown} ${args.length > TITLE_LENGTH ? `${args.slice(0, TITLE_LENGTH)}…` : args}`;
}

const PATHS = ['path', 'file_path', 'filePath', 'file', 'filename'];

function listFilePathArguments(args: JsonObject): { readonly path: string }[] {
  return PATHS.flatMap((name) => {
    const path = args[name];
    return typeof path === 'string' && isAbsolute(path) ? [{ path }] : [];
  });
}

function parseJsonOrText(content: string): unknown {
  return /^[{[]/.test(content) ? (parseJson(content) ?? content) : content;
}
