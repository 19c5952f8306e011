import {
  callToMake,
  questionText,
  type Task,
  type TaskEvent,
  type ToolCall,
} from '../../core/index.ts';
import type { McpCallItem } from '../wire/item.ts';
import { approvalRequest, ranItem } from './call-item.ts';
import type { Place } from './item-events.ts';
import { beginCall, completeArguments, endCall, type OpenCall } from './open-call.ts';
import { beginText, endText } from './open-text.ts';
import type { Output } from './output.ts';

/** Calls that this side makes and that have not ended, by their ids. */
export type RunningCalls = Map<string, { readonly place: Place; readonly item: McpCallItem }>;

/**
 * Completes the arguments of a call. A call of the caller ends here; a call of this side continues.
 */
export function makeCall(
  output: Output,
  running: RunningCalls,
  open: OpenCall,
  call: ToolCall,
  approvalId: string | null = null,
): void {
  const item = completeArguments(output, open, call, approvalId);
  if (item.type === 'mcp_call') running.set(call.id, { place: open.place, item });
  else endCall(output, open.place, item);
}

/** Begins a call that was approved or is made again, in a later response than the one that showed it. */
export function makeApprovedCall(
  output: Output,
  running: RunningCalls,
  callId: string,
  { calls }: Task,
): void {
  const begun = calls.find(({ call }) => call.id === callId);
  if (running.has(callId) || !begun) return;
  const isAgain = begun.answers !== undefined || begun.awaited !== undefined;
  if (begun.approval !== 'approved' && !isAgain) return;
  const { call, attempt } = begun;
  const open = beginCall(output, attempt, { id: callId, name: call.function.name });
  makeCall(output, running, open, call, output.scope.approvalId(callId));
}

/** Asks a person about a call. The call itself is made in a later response, if at all. */
export function askApproval(
  output: Output,
  running: RunningCalls,
  callId: string,
  { calls }: Task,
): void {
  const asked = calls.find(({ call }) => call.id === callId);
  if (!asked) return;
  const run = running.get(callId);
  running.delete(callId);
  if (run) endCall(output, run.place, { ...run.item, status: 'incomplete' });
  const item = approvalRequest(output.scope, callToMake(asked));
  const output_index = output.items.push(item) - 1;
  output.events.push(
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  );
}

/** Asks what a tool wants to know, as a message; a later response has the call again. */
export function askQuestion(
  output: Output,
  running: RunningCalls,
  { callId, question }: Extract<TaskEvent, { readonly type: 'question.asked' }>,
): void {
  const run = running.get(callId);
  running.delete(callId);
  if (run) endCall(output, run.place, { ...run.item, status: 'incomplete' });
  endText(output, beginText(output, 1), questionText(question), 'completed');
}

/** Ends a call with what the model reads of it. Does nothing where the call does not run. */
export function endRun(
  output: Output,
  running: RunningCalls,
  callId: string,
  outcome: { readonly ok: boolean; readonly content: string },
): void {
  const run = running.get(callId);
  if (!run) return;
  running.delete(callId);
  endCall(output, run.place, ranItem(run.item, outcome.ok, outcome.content));
}

/** Ends every running call as incomplete. */
export function cutRuns(output: Output, running: RunningCalls): void {
  for (const { place, item } of running.values()) {
    endCall(output, place, { ...item, status: 'incomplete' });
  }
  running.clear();
}
