import {
  getEffectiveCall,
  formatQuestion,
  type Task,
  type TaskEvent,
  type ToolCall,
} from '../../../core/index.ts';
import type { McpCallItem } from '../wire/response-item.ts';
import { createApprovalRequest, withResult } from './call-item.ts';
import type { ItemPosition } from './item-events.ts';
import { startCallItem, completeArguments, endCallItem, type OpenCall } from './open-call.ts';
import { startText, endText } from './open-text.ts';
import type { ResponseOutput } from './response-output.ts';

/** By call id. */
export type RunningCalls = Map<
  string,
  { readonly place: ItemPosition; readonly item: McpCallItem }
>;

/** A call of the caller ends here; a call of the server keeps running. */
export function completeCall(
  output: ResponseOutput,
  running: RunningCalls,
  open: OpenCall,
  call: ToolCall,
  approvalId: string | null = null,
): void {
  const item = completeArguments(output, open, call, approvalId);
  if (item.type === 'mcp_call') running.set(call.id, { place: open.place, item });
  else endCallItem(output, open.place, item);
}

/** Starts a call that was approved or is repeated, after the response that showed it first. */
export function startApprovedCall(
  output: ResponseOutput,
  running: RunningCalls,
  callId: string,
  { calls }: Task,
): void {
  const begun = calls.find(({ call }) => call.id === callId);
  if (running.has(callId) || !begun) return;
  const isAgain = begun.answers !== undefined || begun.awaited !== undefined;
  if (begun.approval !== 'approved' && !isAgain) return;
  const { call, attempt } = begun;
  const open = startCallItem(output, attempt, { id: callId, name: call.function.name });
  completeCall(output, running, open, call, output.scope.approvalId(callId));
}

/** The call itself, if approved, is part of a later response. */
export function addApprovalRequest(
  output: ResponseOutput,
  running: RunningCalls,
  callId: string,
  { calls }: Task,
): void {
  const asked = calls.find(({ call }) => call.id === callId);
  if (!asked) return;
  const run = running.get(callId);
  running.delete(callId);
  if (run) endCallItem(output, run.place, { ...run.item, status: 'incomplete' });
  const item = createApprovalRequest(output.scope, getEffectiveCall(asked));
  const output_index = output.items.push(item) - 1;
  output.events.push(
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  );
}

/** A later response contains the call again. */
export function addQuestion(
  output: ResponseOutput,
  running: RunningCalls,
  { callId, question }: Extract<TaskEvent, { readonly type: 'question.asked' }>,
): void {
  const run = running.get(callId);
  running.delete(callId);
  if (run) endCallItem(output, run.place, { ...run.item, status: 'incomplete' });
  endText(output, startText(output, 1), formatQuestion(question), 'completed');
}

export function endRunningCall(
  output: ResponseOutput,
  running: RunningCalls,
  callId: string,
  outcome: { readonly ok: boolean; readonly content: string },
): void {
  const run = running.get(callId);
  if (!run) return;
  running.delete(callId);
  endCallItem(output, run.place, withResult(run.item, outcome.ok, outcome.content));
}

export function endCallsAsIncomplete(output: ResponseOutput, running: RunningCalls): void {
  for (const { place, item } of running.values()) {
    endCallItem(output, place, { ...item, status: 'incomplete' });
  }
  running.clear();
}
