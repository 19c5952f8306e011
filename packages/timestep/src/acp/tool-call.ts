import type {
  ToolCall as AcpToolCall,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { isAbsolute } from 'node:path';
import {
  callToMake,
  readArguments,
  type CallState,
  type Failure,
  type JsonObject,
  type Task,
} from '../core/index.ts';
import { textBlock } from './blocks-from-message.ts';
import { toolKindOf } from './tool-kind.ts';

/** How much of the arguments stands in the title of a call. */
const TITLE_LENGTH = 100;

/** The id of a call of a task's newest reply. Models write an id again in another turn. */
export function toolCallIdOf(task: Task, callId: string): string {
  return `${task.id}/${task.steps}/${callId}`;
}

/** A call as a client first sees it (ACP v1, Tool Calls). */
export function announcedCall(task: Task, state: CallState): AcpToolCall {
  const { id, function: called } = callToMake(state);
  const args = readArguments(called.arguments);
  const locations = args ? locationsIn(args) : [];
  return {
    toolCallId: toolCallIdOf(task, id),
    title: titleOf(called.name, called.arguments),
    name: called.name,
    kind: toolKindOf(called.name),
    status: 'pending',
    rawInput: args ?? called.arguments,
    ...(locations.length > 0 && { locations }),
  };
}

/** The call as a person decides about it: with its arguments as text, whatever the client shows. */
export function callToPermit(task: Task, state: CallState): ToolCallUpdate {
  const { arguments: written } = callToMake(state).function;
  const args = readArguments(written);
  const shown = args ? JSON.stringify(args, null, 2) : written;
  const content = [textContent(`\`\`\`json\n${shown}\n\`\`\``)];
  const reason = state.judged?.reason;
  if (reason !== undefined) content.unshift(textContent(reason));
  return { ...announcedCall(task, state), content };
}

export function returnedCall(content: string): Omit<ToolCallUpdate, 'toolCallId'> {
  return {
    status: 'completed',
    content: content === '' ? [] : [textContent(content)],
    rawOutput: dataOrText(content),
  };
}

export function failedCall({ code, message }: Failure): Omit<ToolCallUpdate, 'toolCallId'> {
  return {
    status: 'failed',
    content: [textContent(message)],
    rawOutput: { error: code, ...(message !== code && { detail: message }) },
  };
}

function textContent(text: string): ToolCallContent {
  return { type: 'content', content: textBlock(text) };
}

function titleOf(name: string, written: string): string {
  const args = written.trim();
  if (args === '' || args === '{}') return name;
  return `${name} ${args.length > TITLE_LENGTH ? `${args.slice(0, TITLE_LENGTH)}…` : args}`;
}

const PATHS = ['path', 'file_path', 'filePath', 'file', 'filename'];

function locationsIn(args: JsonObject): { readonly path: string }[] {
  return PATHS.flatMap((name) => {
    const path = args[name];
    return typeof path === 'string' && isAbsolute(path) ? [{ path }] : [];
  });
}

function dataOrText(content: string): unknown {
  if (!content.startsWith('{') && !content.startsWith('[')) return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
