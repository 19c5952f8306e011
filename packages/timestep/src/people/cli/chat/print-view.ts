import { formatForeignText } from '#core';
import {
  listOpenApprovals,
  listViewItems,
  type ConversationView,
  type ReplyItem,
  type ViewItem,
} from '#people/view';
import {
  formatApproval,
  formatReasoning,
  formatItem,
  formatRemark,
  REPLY_REMARKS,
} from './item-lines.ts';
import { splitMarkdownBlocks } from './markdown-blocks.ts';
import type { Typeset } from './style.ts';

/** Which part of a conversation has already been printed. */
export interface PrintState {
  readonly settled: number;
  readonly reply?: PrintedReply;
  /** Ids of the approvals whose complete arguments were printed. */
  readonly asked: readonly string[];
  readonly last?: ViewItem['kind'];
}

interface PrintedReply {
  readonly id: string;
  readonly text: string;
  readonly rest: string;
  readonly hasBlocks: boolean;
}

/** Lines to print permanently, and changeable lines to display below them. */
export interface PrintResult {
  readonly state: PrintState;
  readonly printed: readonly string[];
  readonly live: readonly string[];
}

export const NOTHING_PRINTED: PrintState = { settled: 0, asked: [] };

const MAX_ITEMS_AT_START = 1000;

/**
 * Formats what was not printed yet: finished items, complete blocks of the streamed reply, and arguments to
 * approve.
 */
export function formatUnprintedView(
  before: PrintState,
  view: ConversationView,
  typeset: Typeset,
): PrintResult {
  const total = view.settled?.length ?? 0;
  const from = Math.max(before.settled, total - MAX_ITEMS_AT_START);
  const skipped = from - before.settled;
  const lines: string[] = [];
  let state: PrintState = { ...before, settled: total };
  if (skipped > 0) lines.push(formatRemark(`${skipped} earlier items are not shown`, typeset));
  const add = (kind: ViewItem['kind'], more: readonly string[]): void => {
    if (more.length === 0) return;
    lines.push(...createLinesBetweenItems(kind, state.last), ...more);
    state = { ...state, last: kind };
  };
  const settled = listViewItems({ ...view, open: [] }, from);
  for (const item of settled) {
    if (item.kind === 'assistant' && item.id === state.reply?.id) {
      lines.push(...formatRestOfReply(item, state.reply, typeset));
      const { reply: _, ...others } = state;
      state = { ...others, last: 'assistant' };
    } else if (!isUnprintedLostItem(item)) {
      add(item.kind, formatItem(item, typeset));
    }
  }
  for (const item of view.open) {
    if (item.kind !== 'approval' || item.state !== 'waiting') continue;
    if (state.asked.includes(item.id)) continue;
    add('approval', formatApproval(item, typeset));
    state = { ...state, asked: [...state.asked, item.id] };
  }
  const [first] = view.open;
  if (first?.kind === 'assistant' && first.state === 'streaming') {
    const grown = updatePrintedReply(state.reply, first);
    const hadBlocks = state.reply?.id === first.id && state.reply.hasBlocks;
    for (const [at, block] of grown.blocks.entries()) {
      const more = typeset.formatMarkdown(formatForeignText(block));
      if (more.length === 0) continue;
      lines.push(
        ...(at === 0 && !hadBlocks ? createLinesBetweenItems('assistant', state.last) : ['']),
        ...more,
      );
      state = { ...state, last: 'assistant' };
    }
    state = {
      ...state,
      reply: { ...grown.reply, hasBlocks: hadBlocks || grown.blocks.length > 0 },
    };
  }
  const open = new Set(view.open.map(({ id }) => id));
  state = { ...state, asked: state.asked.filter((id) => open.has(id)) };
  return { state, printed: lines, live: formatLiveLines(view, state, typeset) };
}

/**
 * Whether the item belongs to a lost attempt of a reply. It is not printed, because another attempt follows.
 */
function isUnprintedLostItem(item: ViewItem): boolean {
  const isReply = item.kind === 'assistant' || item.kind === 'reasoning' || item.kind === 'call';
  return isReply && item.state === 'superseded';
}

function updatePrintedReply(
  before: PrintedReply | undefined,
  { id, text }: ReplyItem,
): { readonly reply: Omit<PrintedReply, 'hasBlocks'>; readonly blocks: readonly string[] } {
  const isSame = before?.id === id;
  const news = isSame ? text.slice(before.text.length) : text;
  const { blocks, rest } = splitMarkdownBlocks((isSame ? before.rest : '') + news);
  return { reply: { id, text, rest }, blocks };
}

function formatRestOfReply(
  item: ReplyItem,
  { text, rest, hasBlocks }: PrintedReply,
  typeset: Typeset,
): readonly string[] {
  const isSame = item.text.startsWith(text);
  const left = isSame ? rest + item.text.slice(text.length) : item.text;
  const isLost = item.state === 'superseded';
  const lines = isLost && !hasBlocks ? [] : typeset.formatMarkdown(formatForeignText(left));
  const remark = isSame ? REPLY_REMARKS[item.state] : 'the reply was generated again';
  const isSaid = remark !== undefined && (hasBlocks || !isLost);
  const said = isSaid ? [formatRemark(remark, typeset)] : [];
  return lines.length + said.length === 0 ? [] : ['', ...lines, ...said];
}

function formatLiveLines(
  view: ConversationView,
  state: PrintState,
  typeset: Typeset,
): readonly string[] {
  const lines: string[] = [];
  let { last } = state;
  const asked = new Set(listOpenApprovals(view).map(({ callId }) => callId));
  for (const item of view.open) {
    // Calls that wait for approval are omitted: the printed question shows their name and arguments.
    if (item.kind === 'call' && asked.has(item.callId)) continue;
    const more = formatLiveItem(item, state, typeset);
    if (more.length === 0) continue;
    lines.push(...createLinesBetweenItems(item.kind, last), ...more);
    last = item.kind;
  }
  return lines;
}

function formatLiveItem(
  item: ViewItem,
  { reply }: PrintState,
  typeset: Typeset,
): readonly string[] {
  if (item.kind === 'approval' && item.state === 'waiting') return [];
  if (isUnprintedLostItem(item)) return [];
  if (item.kind === 'reasoning') return formatReasoning(item.text, typeset, 'end');
  if (item.kind === 'assistant' && item.id === reply?.id) {
    return typeset.formatMarkdown(formatForeignText(reply.rest));
  }
  return formatItem(item, typeset);
}

/**
 * Returns an empty line between two items of a conversation, except between tool calls that follow
 * each other.
 */
function createLinesBetweenItems(
  kind: ViewItem['kind'],
  last: ViewItem['kind'] | undefined,
): readonly string[] {
  if (last === undefined || kind === 'end') return [];
  const isTogether = kind === 'call' && last === 'call';
  const isDecision = kind === 'approval' && last === 'call';
  return isTogether || isDecision ? [] : [''];
}
