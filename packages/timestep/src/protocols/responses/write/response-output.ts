import type { McpCallItem, OutputItem } from '../wire/response-item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import type { FunctionName } from '../wire/tool-namespace.ts';

export interface OutputScope {
  /** Part of every item id, unique to the response. */
  readonly key: string;
  readonly serverLabel: string;
  /** Returns whether the caller executes a tool. */
  readonly isCallers: (tool: string) => boolean;
  readonly callersName: (tool: string) => FunctionName;
  /**
   * Whether tool calls may be refused because of `max_tool_calls`. They are then sent only with the complete
   * reply, which shows how many there are.
   */
  readonly mayRefuse: boolean;
  /** Whether text beside tool calls is omitted, because callers parse all text together as JSON. */
  readonly hasOutput?: boolean;
  readonly showsThoughts?: boolean;
  /** Encrypts an `encrypted_content`. Undefined if the caller did not request it. */
  readonly seal?: (id: string, text: string) => string;
  /** Approval request of a call that was made before the response started. */
  readonly approvalId: (callId: string) => string;
}

export interface ItemPosition {
  readonly item_id: string;
  readonly output_index: number;
}

/** The items of a response that is being written, and its stream events that have not been sent yet. */
export interface ResponseOutput {
  readonly scope: OutputScope;
  readonly items: OutputItem[];
  /** Unfinished calls that the server executes, by call id. */
  readonly running: Map<string, { readonly place: ItemPosition; readonly item: McpCallItem }>;
  events: OutputEvent[];
  /** Indexes of texts that were streamed, but are not part of the final output. */
  readonly superseded: number[];
}

export function takePendingEvents(output: ResponseOutput): OutputEvent[] {
  const { events } = output;
  output.events = [];
  return events;
}

/** Adds an item to the output. `prefix` marks the type of the item in its id. */
export function addItem<Added extends OutputItem>(
  { scope, items, events }: ResponseOutput,
  prefix: 'msg' | 'rs' | 'fc' | 'mcp',
  createItem: (id: string) => Added,
): { readonly place: ItemPosition; readonly item: Added } {
  const output_index = items.length;
  const item_id = `${prefix}_${scope.key}_${output_index}`;
  const item = createItem(item_id);
  items.push(item);
  events.push({ type: 'response.output_item.added', output_index, item });
  return { place: { item_id, output_index }, item };
}

/** Replaces an output item by its final state. */
export function endOutputItem(
  { items, events }: ResponseOutput,
  { output_index }: ItemPosition,
  item: OutputItem,
): void {
  items[output_index] = item;
  events.push({ type: 'response.output_item.done', output_index, item });
}

/**
 * Returns the part of a text that was not sent yet. Empty if the sent text is not the beginning of this
 * text, because sent text cannot be changed.
 */
export function getUnsentRest(full: string, sent: string): string {
  return full.startsWith(sent) ? full.slice(sent.length) : '';
}
