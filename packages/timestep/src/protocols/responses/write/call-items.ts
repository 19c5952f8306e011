import {
  escapeHiddenInJson,
  formatApprovalTitle,
  formatQuestion,
  type CallState,
  type Question,
  type ToolCall,
  toShownCall,
} from '#core';
import type { ProgressDelta } from '#engine/port';
import { createApprovalId } from '../wire/approval-id.ts';
import {
  createMcpCallError,
  createOutputText,
  type FunctionCallItem,
  type McpCallItem,
} from '../wire/response-item.ts';
import {
  addItem,
  endOutputItem,
  getUnsentRest,
  type ItemPosition,
  type ResponseOutput,
} from './response-output.ts';
import { endTextItem, startText } from './text-items.ts';

/** A call whose arguments are being streamed. */
export interface OpenCall {
  readonly place: ItemPosition;
  /**
   * Number of the model attempt that may add arguments. Others may not, because sent arguments cannot be
   * retracted.
   */
  readonly attempt: number;
  readonly callId: string;
  readonly item: FunctionCallItem | McpCallItem;
  shown: string;
}

/**
 * Starts the item of a call. A refused call is shown as a call of the server, so that the caller does not execute
 * it.
 */
export function startCallItem(
  output: ResponseOutput,
  attempt: number,
  callId: string,
  name: string,
  isRefused = false,
): OpenCall {
  const { scope, events } = output;
  const begun = { status: 'in_progress', name, arguments: '' } as const;
  if (!isRefused && scope.isCallers(name)) {
    const own = { ...begun, ...scope.callersName(name), call_id: callId };
    const added = addItem(output, 'fc', (id) => ({ id, type: 'function_call' as const, ...own }));
    return { ...added, attempt, callId, shown: '' };
  }
  const nothing = { output: null, error: null, approval_request_id: null };
  const call = { server_label: scope.serverLabel, ...begun, ...nothing };
  const added = addItem(output, 'mcp', (id) => ({ id, type: 'mcp_call' as const, ...call }));
  events.push({ type: 'response.mcp_call.in_progress', ...added.place });
  return { ...added, attempt, callId, shown: '' };
}

export function addCallArguments({ events }: ResponseOutput, call: OpenCall, delta: string): void {
  call.shown += delta;
  events.push({ type: `response.${call.item.type}_arguments.delta`, ...call.place, delta });
}

/** Completes a call that the caller executes; a call that the server executes keeps running. */
export function completeCallItem(
  output: ResponseOutput,
  open: OpenCall,
  { id: callId, function: { name, arguments: text } }: ToolCall,
  approval_request_id: string | null = null,
): void {
  const { place } = open;
  const rest = getUnsentRest(text, open.shown);
  if (rest !== '') addCallArguments(output, open, rest);
  const type = `response.${open.item.type}_arguments.done` as const;
  output.events.push({ type, ...place, arguments: text });
  if (open.item.type === 'mcp_call') {
    const item = { ...open.item, name, arguments: text, approval_request_id };
    output.items[place.output_index] = item;
    output.running.set(callId, { place, item });
  } else {
    const named = { ...open.item, ...output.scope.callersName(name), arguments: text };
    endOutputItem(output, place, { ...named, status: 'completed' });
  }
}

export function endCallAsIncomplete(
  output: ResponseOutput,
  { place, item, shown }: OpenCall,
): void {
  endOutputItem(output, place, { ...item, arguments: shown, status: 'incomplete' });
}

/** Starts the item of a call that was approved or is repeated; an earlier response has already shown the call. */
export function startApprovedOrRepeatedCall(
  output: ResponseOutput,
  begun: CallState | undefined,
): void {
  if (!begun || output.running.has(begun.call.id)) return;
  const { call, attempt, approval, answers, awaited } = begun;
  const isAgain = answers !== undefined || awaited !== undefined;
  if (approval !== 'approved' && !isAgain) return;
  const open = startCallItem(output, attempt, call.id, call.function.name);
  completeCallItem(output, open, call, output.scope.approvalId(call.id));
}

/**
 * Adds an approval request, preceded by a message if the agent gave a reason for the call. The
 * response ends without the call; a later response contains it once it is approved.
 */
export function addApprovalRequest(output: ResponseOutput, asked: CallState | undefined): void {
  if (!asked) return;
  endRunningCallAsIncomplete(output, asked.call.id);
  const { key, serverLabel: server_label } = output.scope;
  const { id: callId } = asked.call;
  const { name, arguments: written, reason } = toShownCall(asked);
  if (reason !== undefined) addWholeText(output, formatApprovalTitle(toShownCall(asked)));
  const id = createApprovalId(key, callId);
  const type = 'mcp_approval_request';
  // Clients show the arguments to a person unchanged, so invisible characters in them are written as JSON escapes.
  const item = { id, type, server_label, name, arguments: escapeHiddenInJson(written) } as const;
  const output_index = output.items.push(item) - 1;
  output.events.push(
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  );
}

/** Adds a tool's question. The call ends as incomplete, because a later response contains it again. */
export function addToolQuestionToOutput(
  output: ResponseOutput,
  question: Question,
  callId?: string,
): void {
  if (callId !== undefined) endRunningCallAsIncomplete(output, callId);
  addWholeText(output, formatQuestion(question));
}

function addWholeText(output: ResponseOutput, text: string): void {
  endTextItem(output, startText(output, 1), createOutputText(text), 'completed');
}

/** Reports the progress of a running MCP call by repeating its `in_progress` event with the text. */
export function queueCallProgressEvent(
  { running, events }: ResponseOutput,
  { callId, text }: Pick<ProgressDelta, 'callId' | 'text'>,
): void {
  const run = running.get(callId);
  if (run) events.push({ type: 'response.mcp_call.in_progress', ...run.place, progress: text });
}

/** Ends a running call. `content` is the text for the model. */
export function endRunningCall(
  output: ResponseOutput,
  callId: string,
  content: string,
  status: 'completed' | 'failed' = 'completed',
): void {
  const run = output.running.get(callId);
  if (!run) return;
  output.running.delete(callId);
  const { place, item } = run;
  output.events.push({ type: `response.mcp_call.${status}`, ...place });
  const result = status === 'failed' ? { error: createMcpCallError(content) } : { output: content };
  endOutputItem(output, place, { ...item, status, ...result });
}

export function endRunningCallsAsIncomplete(output: ResponseOutput): void {
  for (const callId of output.running.keys()) endRunningCallAsIncomplete(output, callId);
}

function endRunningCallAsIncomplete(output: ResponseOutput, callId: string): void {
  const run = output.running.get(callId);
  output.running.delete(callId);
  if (run) endOutputItem(output, run.place, { ...run.item, status: 'incomplete' });
}
