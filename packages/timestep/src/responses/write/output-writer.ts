import {
  denialContent,
  outcomeContent,
  type AssistantMessage,
  type Task,
  type ToolCall,
} from '../../core/index.ts';
import type { Delta, Step } from '../../port/index.ts';
import type { McpCallItem, OutputItem } from '../wire/item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import { approvalRequest, askedItem, callItem, ranItem, type OutputScope } from './call-item.ts';
import {
  argumentsEnded,
  argumentsGrown,
  callBegun,
  callEnded,
  messageItem,
  textBegun,
  textEnded,
  textGrown,
  type CallItem,
  type Place,
} from './item-events.ts';

/** Turns the steps of a task into the items of a response and the events that tell of them. */
export interface OutputWriter {
  /** What one step adds. Deltas are hints: a reply has the last word and brings what was missed. */
  write(step: Step): OutputEvent[];
  /** Ends what is still open, because nothing more will come. */
  breakOff(): OutputEvent[];
  /** The items so far, in order. */
  items(): OutputItem[];
}

interface OpenText {
  readonly place: Place;
  /** Only the attempt that began it may add to it: what a lost one said cannot be taken back. */
  readonly attempt: number;
  shown: string;
}

interface OpenCall {
  readonly place: Place;
  readonly attempt: number;
  readonly callId: string;
  readonly item: CallItem;
  shown: string;
}

export function outputWriter(scope: OutputScope): OutputWriter {
  const items: OutputItem[] = [];
  let text: OpenText | undefined;
  /** Calls of the reply being written, by their index in it; null where hints are of no use. */
  let asking = new Map<number, OpenCall | null>();
  /** Calls of this side that run, by id. */
  const running = new Map<string, { readonly place: Place; readonly item: McpCallItem }>();

  function write(step: Step): OutputEvent[] {
    if (step.kind === 'delta') return showDelta(step.delta, step.attempt);
    const { event } = step;
    switch (event.type) {
      case 'model.replied':
        return writeReply(event.message, event.attempt);
      case 'tool.returned':
      case 'tool.failed':
        return endRun(event.callId, event.type === 'tool.returned', outcomeContent(event));
      case 'results.received':
        return event.results.flatMap(({ callId, output, isError = false }) =>
          endRun(callId, !isError, isError ? failure(callId, output) : output),
        );
      case 'approval.decided':
        return event.approved ? [] : endRun(event.callId, false, denialContent(event));
      case 'approval.requested':
        return askApproval(event.callId, step.task);
      case 'tool.started':
        return beginApproved(event.callId, step.task);
      case 'task.submitted':
      case 'message.received':
      case 'calls.declined':
      case 'prompt.loaded':
      case 'prompt.failed':
      case 'model.started':
      case 'model.failed':
      case 'model.lost':
      case 'task.resumed':
      case 'tool.interrupted':
      case 'cancel.requested':
      case 'limit.reached':
      case 'task.finished':
        return [];
    }
  }

  function showDelta(delta: Delta, attempt: number): OutputEvent[] {
    switch (delta.type) {
      case 'text':
        return showText(delta.text, attempt);
      case 'tool-call':
        return showCall(delta, attempt);
      case 'reasoning':
        return [];
    }
  }

  function showText(piece: string, attempt: number): OutputEvent[] {
    if (piece === '') return [];
    const events: OutputEvent[] = [];
    text ??= beginText(attempt, events);
    if (text.attempt !== attempt) return events;
    text.shown += piece;
    events.push(textGrown(text.place, piece));
    return events;
  }

  function showCall(delta: Extract<Delta, { type: 'tool-call' }>, attempt: number): OutputEvent[] {
    const { index, id, name, arguments: piece } = delta;
    const events: OutputEvent[] = [];
    let call = asking.get(index);
    if (call === undefined) {
      // The runner gives such calls another id in the reply, and an id once told cannot change.
      const isUsable = id !== '' && name !== '' && !isAsked(id);
      call = isUsable ? beginCall(id, name, attempt, events) : null;
      asking.set(index, call);
    }
    if (call === null || call.attempt !== attempt || piece === '') return events;
    call.shown += piece;
    events.push(argumentsGrown(call.place, call.item.type, piece));
    return events;
  }

  function writeReply(message: AssistantMessage, attempt: number): OutputEvent[] {
    const { content, tool_calls: calls = [], finish_reason: cut } = message;
    const events: OutputEvent[] = [];
    if (text || calls.length === 0 || (content ?? '') !== '') {
      text ??= beginText(attempt, events);
      events.push(...endText(text, content ?? '', cut ? 'incomplete' : 'completed'));
      text = undefined;
    }
    const shown = asking;
    asking = new Map();
    calls.forEach((call, index) => {
      const open = shown.get(index);
      if (open?.callId === call.id) shown.delete(index);
      events.push(...writeCall(call, open?.callId === call.id ? open : undefined, attempt));
    });
    for (const superseded of shown.values()) events.push(...cutCall(superseded));
    return events;
  }

  function writeCall(
    call: ToolCall,
    open: OpenCall | undefined,
    attempt: number,
    approvalId: string | null = null,
  ): OutputEvent[] {
    const events: OutputEvent[] = [];
    const { place, item, shown } = open ?? beginCall(call.id, call.function.name, attempt, events);
    const asked = approvedBy(askedItem(item, call), approvalId);
    const rest = remainder(asked.arguments, shown);
    if (rest !== '') events.push(argumentsGrown(place, asked.type, rest));
    events.push(argumentsEnded(place, asked));
    items[place.output_index] = asked;
    if (asked.type === 'mcp_call') running.set(call.id, { place, item: asked });
    else events.push(...callEnded(place, asked));
    return events;
  }

  /** A call that a person is asked about is made in a later response, if at all. */
  function askApproval(callId: string, task: Task): OutputEvent[] {
    const asked = task.calls.find(({ call }) => call.id === callId);
    if (!asked) return [];
    const run = running.get(callId);
    running.delete(callId);
    const events = run ? end(run.place, { ...run.item, status: 'incomplete' }) : [];
    const item = approvalRequest(scope, asked.call);
    const output_index = items.push(item) - 1;
    return [
      ...events,
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ];
  }

  function beginApproved(callId: string, task: Task): OutputEvent[] {
    const begun = task.calls.find(({ call }) => call.id === callId);
    if (running.has(callId) || begun?.approval !== 'approved') return [];
    return writeCall(begun.call, undefined, begun.attempt, scope.approvalId(callId));
  }

  function endRun(callId: string, ok: boolean, content: string): OutputEvent[] {
    const run = running.get(callId);
    if (!run) return [];
    running.delete(callId);
    return end(run.place, ranItem(run.item, ok, content));
  }

  function breakOff(): OutputEvent[] {
    const events = text ? endText(text, text.shown, 'incomplete') : [];
    for (const call of asking.values()) events.push(...cutCall(call));
    for (const { place, item } of running.values()) {
      events.push(...end(place, { ...item, status: 'incomplete' }));
    }
    text = undefined;
    asking = new Map();
    running.clear();
    return events;
  }

  function beginText(attempt: number, events: OutputEvent[]): OpenText {
    const place = nextPlace('msg');
    items.push(messageItem(place.item_id, undefined, 'in_progress'));
    events.push(...textBegun(place));
    return { place, attempt, shown: '' };
  }

  function endText(
    open: OpenText,
    full: string,
    status: 'completed' | 'incomplete',
  ): OutputEvent[] {
    const { place, shown } = open;
    const rest = remainder(full, shown);
    const item = messageItem(place.item_id, full, status);
    items[place.output_index] = item;
    return [...(rest === '' ? [] : [textGrown(place, rest)]), ...textEnded(place, full, item)];
  }

  function beginCall(id: string, name: string, attempt: number, events: OutputEvent[]): OpenCall {
    const place = nextPlace(scope.isCallers(name) ? 'fc' : 'mcp');
    const item = callItem(scope, place.item_id, id, name);
    items.push(item);
    events.push(...callBegun(place, item));
    return { place, attempt, callId: id, item, shown: '' };
  }

  function cutCall(call: OpenCall | null): OutputEvent[] {
    if (call === null) return [];
    return end(call.place, { ...call.item, arguments: call.shown, status: 'incomplete' });
  }

  function end(place: Place, item: CallItem): OutputEvent[] {
    items[place.output_index] = item;
    return callEnded(place, item);
  }

  function isAsked(callId: string): boolean {
    return [...asking.values()].some((call) => call?.callId === callId);
  }

  function nextPlace(prefix: string): Place {
    const output_index = items.length;
    return { item_id: `${prefix}_${scope.key}_${output_index}`, output_index };
  }

  return { write, breakOff, items: () => [...items] };
}

/** What is left to show; nothing where something else was shown, as that cannot be taken back. */
function remainder(full: string, shown: string): string {
  return full.startsWith(shown) ? full.slice(shown.length) : '';
}

function approvedBy(item: CallItem, approvalId: string | null): CallItem {
  return item.type === 'mcp_call' ? { ...item, approval_request_id: approvalId } : item;
}

/** A caller's failed result as the transcript has it. */
function failure(callId: string, output: string): string {
  const error = { code: output, message: output };
  return outcomeContent({ type: 'tool.failed', callId, error });
}
