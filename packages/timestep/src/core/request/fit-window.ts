import { CHARACTERS_PER_TOKEN, estimateTokens } from '../message/token-estimate.ts';
import type { Message, ToolSchema } from '../message/message.ts';
import { listHistoryAndEntryMessages, listEntriesShownToModel, type Task } from '../task/task.ts';
import { countCharacters, findLengthLimit } from './message-length.ts';
import { NO_CONTEXT, omitAllButNewestUserText, toToolOmission } from './guess-refused.ts';
import { isFile, type Omission } from './omission.ts';
import { listOmissions, MAX_REQUESTS, type RefusalAdvice } from './refusal.ts';
import { countContextCharacters, findContextLimit } from './shorten-selection.ts';

/** Changes that make the next model request fit into the model's context window. */
export interface Fit {
  readonly without: readonly Omission[];
  /** Old messages before `index`, which a summary must replace. Undefined: none. */
  readonly earlier?: { readonly index: number; readonly messages: readonly Message[] };
  /** Maximum number of tokens of the next request, as `estimateTokens` counts. */
  readonly tokens: number;
}

/** Share of the context window that stays free for the reply and for errors of the estimate. */
const FREE_SHARE = 0.25;

/** Factor by which the next request of a step shrinks after each refusal. */
const SHRINKAGE = 0.6;

/** Long texts are cut to at most this many characters before old messages are summarized. */
const MIN_LENGTH_LIMIT = 4000;

/**
 * Decides how to shorten a model request that does not fit: cuts long texts, then summarizes old
 * messages. `sent` are the messages of the request. Undefined if nothing more can be shortened.
 */
export function shortenRequestToWindow(
  task: Task,
  sent: readonly Message[],
  tools: readonly ToolSchema[],
  advice: Pick<RefusalAdvice, 'limitTokens' | 'requestTokens'>,
): Fit | undefined {
  const { count = 0, known = [] } = task.refusal ?? {};
  if (count + 1 >= MAX_REQUESTS) return undefined;
  const base = listHistoryAndEntryMessages(task);
  const estimate = estimateTokens(sent, tools);
  const tokens = computeTargetTokens(estimate, count, advice);
  if (count + 2 >= MAX_REQUESTS) {
    const least = [
      ...tools.map(toToolOmission),
      NO_CONTEXT,
      omitAllButNewestUserText(base, tokens),
    ];
    return { without: [...known, ...least], tokens };
  }
  const context = planContextShortening(task, estimate, tokens);
  const shown = listEntriesShownToModel(task).map(({ message }) => message);
  const offset = base.length - shown.length;
  const fixed = estimate - estimateTokens(shown) - context.saved;
  const available = Math.max(0, tokens - fixed) * CHARACTERS_PER_TOKEN;
  const files = mayFilesBeTooLarge(estimate, count, advice) ? listFileOmissions(base) : [];
  const limit = findLengthLimit(shown, available);
  if (limit >= Math.min(MIN_LENGTH_LIMIT, available / 8)) {
    const texts = listTextOmissions(shown, limit, offset);
    return { without: [...known, ...context.without, ...files, ...texts], tokens };
  }
  const start = findFirstMessageThatFits(shown, available / 2);
  const kept = shown.slice(start);
  const cuts = listTextOmissions(kept, findLengthLimit(kept, available / 2), start + offset);
  const without = [...known, ...context.without, ...files, ...cuts];
  if (start === 0) return { without, tokens };
  const earlier = { index: start + offset, messages: shown.slice(0, start) };
  return { without, earlier, tokens };
}

/** Minimum share of a request that selected context texts keep if the request does not fit. */
const CONTEXT_SHARE = 0.25;

/** Shortens the selected context texts before any message is shortened. */
function planContextShortening(
  task: Task,
  estimate: number,
  tokens: number,
): { readonly without: readonly Omission[]; readonly saved: number } {
  const { selection } = task;
  const limit = findContextLimit(listOmissions(task) ?? []) ?? Infinity;
  const length = selection ? Math.min(countContextCharacters(selection), limit) : 0;
  const excess = (estimate - tokens) * CHARACTERS_PER_TOKEN;
  const least = Math.floor(tokens * CHARACTERS_PER_TOKEN * CONTEXT_SHARE);
  const keep = Math.max(least, length - excess, 0);
  if (length <= keep) return { without: [], saved: 0 };
  const saved = Math.floor((length - keep) / CHARACTERS_PER_TOKEN);
  return { without: [{ kind: 'context', keep }], saved };
}

function computeTargetTokens(
  estimate: number,
  count: number,
  { limitTokens, requestTokens }: Pick<RefusalAdvice, 'limitTokens' | 'requestTokens'>,
): number {
  // The factor converts the provider's tokens to estimated ones: the provider counted this request.
  const scale = requestTokens === undefined ? 1 : estimate / requestTokens;
  const allowed = limitTokens === undefined ? estimate * SHRINKAGE : limitTokens * scale;
  const share = (1 - FREE_SHARE) * SHRINKAGE ** count;
  return Math.floor(Math.min(allowed * share, estimate * (1 - FREE_SHARE)));
}

/** Returns whether files may be too large: the estimate does not count their tokens. */
function mayFilesBeTooLarge(
  estimate: number,
  count: number,
  { requestTokens }: Pick<RefusalAdvice, 'requestTokens'>,
): boolean {
  return count > 1 || (requestTokens !== undefined && estimate < requestTokens / 2);
}

function listFileOmissions(messages: readonly Message[]): Omission[] {
  return messages.flatMap((message, index) => {
    const parts = message.role === 'tool' ? message.attachments : message.content;
    if (typeof parts === 'string' || !parts) return [];
    return parts.flatMap((part, position): Omission[] =>
      isFile(part) ? [{ kind: 'message', index, part: position }] : [],
    );
  });
}

function listTextOmissions(messages: readonly Message[], keep: number, offset: number): Omission[] {
  return messages.flatMap((message, position): Omission[] =>
    countCharacters(message) > keep ? [{ kind: 'text', index: position + offset, keep }] : [],
  );
}

/**
 * Returns the index from which on the newest messages fit into `available` characters. Tool results stay
 * together with their calls.
 */
function findFirstMessageThatFits(messages: readonly Message[], available: number): number {
  let start = messages.length;
  let used = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message) continue;
    used += countCharacters(message);
    if (used > available && start < messages.length) return start;
    if (message.role !== 'tool') start = index;
  }
  return start;
}
