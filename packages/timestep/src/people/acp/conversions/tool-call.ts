import type {
  ToolCall as AcpToolCall,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { isAbsolute } from 'node:path';
import {
  formatApprovalTitle,
  formatArguments,
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
import { describeCall, findFileEditsOfCall } from '#people/view';
import { createTextBlock } from './blocks-from-message.ts';
import { guessToolKind } from './tool-kind.ts';

/** Creates the id of a tool call, with the step, because models reuse call ids in later turns. */
export function createToolCallId(task: Task, callId: string): string {
  return `${task.id}/${task.steps}/${callId}`;
}

/** Creates the first update about a tool call (ACP v1, Tool Calls). */
export function createAcpToolCall(task: Task, state: CallState): AcpToolCall {
  const { id, function: called } = getEffectiveCall(state);
  const args = parseArguments(called.arguments);
  const locations = args ? listAbsolutePathArguments(args) : [];
  const diffs = createDiffs(state);
  return {
    toolCallId: createToolCallId(task, id),
    title: formatCallTitle(called.name, called.arguments),
    name: formatForeignName(called.name),
    kind: guessToolKind(called.name),
    status: 'pending',
    rawInput: args ?? called.arguments,
    ...(locations.length > 0 && { locations }),
    ...(diffs.length > 0 && { content: diffs }),
  };
}

/** Creates a tool call for a permission request, with its arguments as text for every client. */
export function createToolCallForPermission(task: Task, state: CallState): ToolCallUpdate {
  const call = toShownCall(state);
  const texts = [formatApprovalTitle(call), fenceCode(formatArguments(call.arguments))];
  const content = [...createDiffs(state), ...texts.map(createTextContent)];
  return { ...createAcpToolCall(task, state), content };
}

/** Creates the end of a call. A client replaces earlier content, so the changes of files are sent again. */
export function createCompletedUpdate(
  content: string,
  state?: CallState,
): Omit<ToolCallUpdate, 'toolCallId'> {
  const texts = content === '' ? [] : [createTextContent(content)];
  return {
    status: 'completed',
    content: [...(state ? createDiffs(state) : []), ...texts],
    rawOutput: parseJsonOrText(content),
  };
}

/** Creates the update with the progress that a running call reports. It repeats the changes of files. */
export function createProgressUpdate(
  text: string,
  state: CallState | undefined,
): Omit<ToolCallUpdate, 'toolCallId'> {
  return { content: [...(state ? createDiffs(state) : []), createTextContent(text)] };
}

export function createFailedUpdate({ code, message }: Failure): Omit<ToolCallUpdate, 'toolCallId'> {
  return {
    status: 'failed',
    content: [createTextContent(message)],
    rawOutput: { error: code, ...(message !== code && { detail: message }) },
  };
}

/** Formats a text as a Markdown code block, with a fence that the text does not contain. */
function fenceCode(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

function createTextContent(text: string): ToolCallContent {
  return { type: 'content', content: createTextBlock(text) };
}

/**
 * Creates diffs of the files that a call changes. Files with relative paths are omitted, because an ACP
 * client cannot find them.
 */
function createDiffs(state: CallState): ToolCallContent[] {
  const { name, arguments: written } = getEffectiveCall(state).function;
  const { edits = [] } = findFileEditsOfCall(name, written) ?? {};
  return edits
    .filter(({ path }) => isAbsolute(path))
    .map(({ path, before, after }) => ({
      type: 'diff',
      path,
      newText: after,
      ...(before !== undefined && { oldText: before }),
    }));
}

/** Formats what a call does in words: the agent that is asked and the question, or the tool and its main arguments. */
function formatCallTitle(name: string, written: string): string {
  const { label, note, asksAgent } = describeCall({ function: { name, arguments: written } });
  const [shown, about] = [label, note ?? ''].map(formatForeignName);
  if (asksAgent) return `Ask ${shown}: ${about}`;
  return about === '' ? `${shown}` : `${shown} ${about}`;
}

const PATHS = ['path', 'file_path', 'filePath', 'file', 'filename'];

function listAbsolutePathArguments(args: JsonObject): { readonly path: string }[] {
  return PATHS.flatMap((name) => {
    const path = args[name];
    return typeof path === 'string' && isAbsolute(path) ? [{ path }] : [];
  });
}

function parseJsonOrText(content: string): unknown {
  return /^[{[]/.test(content) ? (parseJson(content) ?? content) : content;
}
