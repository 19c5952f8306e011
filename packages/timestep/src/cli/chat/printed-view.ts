import { itemsOf, type ConversationView, type ReplyItem, type ViewItem } from '../../view/index.ts';
import { approvalLines, growingThought, linesOf, remarkLine, replyRemark } from './item-lines.ts';
import { cutBlocks } from './markdown-blocks.ts';
import { plainOutput } from './plain-output.ts';
import type { Typeset } from './typeset.ts';

/** How much of a conversation is printed. */
export interface Printed {
  /** How many of the settled items. */
  readonly settled: number;
  /** The reply of which a part is printed. */
  readonly reply?: PrintedReply;
  /** Ids of the approvals that were asked for with all arguments. */
  readonly asked: readonly string[];
  /** The kind of what was printed last. */
  readonly last?: ViewItem['kind'];
}

interface PrintedReply {
  readonly id: string;
  /** The text as far as it was there. */
  readonly text: string;
  /** What of it is not printed. */
  readonly rest: string;
  readonly hasBlocks: boolean;
}

/** What is printed for good, and what is shown below it and may change. */
export interface Printing {
  readonly state: Printed;
  readonly printed: readonly string[];
  readonly live: readonly string[];
}

export const NOTHING_PRINTED: Printed = { settled: 0, asked: [] };

/** Settled items that are printed when a conversation is shown for the first time. */
const MOST_AT_ONCE = 1000;

/**
 * Parts a conversation into lines that are printed once and for all and lines that may change: settled
 * items, complete blocks of the reply that grows, and the arguments of calls that need a decision are
 * printed; the rest is live.
 */
export function printView(
  before: Printed,
  view: ConversationView,
  typeset: Typeset,
  columns: number,
): Printing {
  const total = view.settled?.length ?? 0;
  const from = Math.max(before.settled, total - MOST_AT_ONCE);
  const skipped = from - before.settled;
  const lines: string[] = [];
  let state: Printed = { ...before, settled: total };
  if (skipped > 0) lines.push(remarkLine(`${skipped} earlier items are kept`, typeset, columns));
  const add = (kind: ViewItem['kind'], more: readonly string[]): void => {
    if (more.length === 0) return;
    lines.push(...spaceBefore(kind, state.last), ...more);
    state = { ...state, last: kind };
  };
  const settled = itemsOf({ ...view, open: [] }, from);
  for (const item of settled) {
    if (item.kind === 'assistant' && item.id === state.reply?.id) {
      lines.push(...restOf(item, state.reply, typeset, columns));
      const { reply: _, ...others } = state;
      state = { ...others, last: 'assistant' };
    } else if (!isEmptyLoss(item)) {
      add(item.kind, linesOf(item, typeset, columns));
    }
  }
  for (const item of view.open) {
    if (item.kind !== 'approval' || item.state !== 'waiting') continue;
    if (state.asked.includes(item.id)) continue;
    add('approval', approvalLines(item, typeset, columns));
    state = { ...state, asked: [...state.asked, item.id] };
  }
  const [first] = view.open;
  if (first?.kind === 'assistant' && first.state === 'streaming') {
    const grown = grownReply(state.reply, first);
    const hadBlocks = state.reply?.id === first.id && state.reply.hasBlocks;
    for (const [at, block] of grown.blocks.entries()) {
      const more = typeset.markdown(plainOutput(block), columns);
      if (more.length === 0) continue;
      lines.push(
        ...(at === 0 && !hadBlocks ? spaceBefore('assistant', state.last) : ['']),
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
  return { state, printed: lines, live: liveLines(view, state, typeset, columns) };
}

/** An attempt that was lost before anything of it was printed. */
function isEmptyLoss(item: ViewItem): boolean {
  const isReply = item.kind === 'assistant' || item.kind === 'reasoning' || item.kind === 'call';
  return isReply && item.state === 'superseded';
}

function grownReply(
  before: PrintedReply | undefined,
  { id, text }: ReplyItem,
): { readonly reply: Omit<PrintedReply, 'hasBlocks'>; readonly blocks: readonly string[] } {
  const isSame = before?.id === id;
  const news = isSame ? text.slice(before.text.length) : text;
  const { blocks, rest } = cutBlocks((isSame ? before.rest : '') + news);
  return { reply: { id, text, rest }, blocks };
}

/** What is left of a reply of which a part was printed. */
function restOf(
  item: ReplyItem,
  { text, rest, hasBlocks }: PrintedReply,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  const isSame = item.text.startsWith(text);
  const left = isSame ? rest + item.text.slice(text.length) : item.text;
  const isLost = item.state === 'superseded';
  const lines = isLost && !hasBlocks ? [] : typeset.markdown(plainOutput(left), columns);
  const remark = isSame ? replyRemark(item.state) : 'the reply was given again';
  const isSaid = remark !== undefined && (hasBlocks || !isLost);
  const said = isSaid ? [remarkLine(remark, typeset, columns)] : [];
  return lines.length + said.length === 0 ? [] : ['', ...lines, ...said];
}

/** What may still change. A reply is shown from where it is not printed. */
function liveLines(
  view: ConversationView,
  state: Printed,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  const lines: string[] = [];
  let { last } = state;
  for (const item of view.open) {
    const more = liveItem(item, state, typeset, columns);
    if (more.length === 0) continue;
    lines.push(...spaceBefore(item.kind, last), ...more);
    last = item.kind;
  }
  return lines;
}

function liveItem(
  item: ViewItem,
  { reply }: Printed,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  if (item.kind === 'approval' && item.state === 'waiting') return [];
  if (isEmptyLoss(item)) return [];
  if (item.kind === 'reasoning') return growingThought(item, typeset, columns);
  if (item.kind === 'assistant' && item.id === reply?.id) {
    return typeset.markdown(plainOutput(reply.rest), columns);
  }
  return linesOf(item, typeset, columns);
}

/** An empty line between what does not belong together. */
function spaceBefore(
  kind: ViewItem['kind'],
  last: ViewItem['kind'] | undefined,
): readonly string[] {
  if (last === undefined || kind === 'end') return [];
  const isTogether = kind === 'call' && last === 'call';
  const isDecision = kind === 'approval' && last === 'call';
  return isTogether || isDecision ? [] : [''];
}
