import { CHARACTERS_PER_TOKEN, estimateTokens } from '../message/token-estimate.ts';
import type { Message, ToolSchema } from '../message/message.ts';
import { listBaseMessages, listShownEntries, type Task } from '../task/task.ts';
import { countCharacters, findLengthLimit } from './message-length.ts';
import { NO_CONTEXT, omitAllButNewest, toToolOmission } from './guess-refused.ts';
import { isFile, type Omission } from './omission.ts';
import { listOmissions, MAX_REQUESTS, type RefusalAdvice } from './refusal.ts';
import { countContextCharacters, findContextLimit } from './shorten-selection.ts';

/** How the next request is made to fit into the context window of the model. */
export interface Fit {
  readonly without: readonly Omission[];
  /** Old messages that a summary must replace: those before `index`. Undefined: none. */
  readonly earlier?: { readonly index: number; readonly messages: readonly Message[] };
  /** Number of tokens that the next request may have, as `estimateTokens` counts. */
  readonly tokens: number;
}

/** Share of the window that remains free for the reply and for errors of the estimate. */
const FREE_SHARE = 0.25;

/** Factor by which each refusal of a step makes its next request smaller. */
const SHRINKAGE = 0.6;

/** Maximum number of characters to which all texts are cut before old messages are summarized. */
const MIN_LENGTH_LIMIT = 4000;

/**
 * Decides how to shorten a request that does not fit: long texts are cut, then old messages are
 * summarized. `sent` are the messages of the request. Undefined if nothing is left to shorten.
 */
export function fitRequest(
  task: Task,
  sent: readonly Message[],
  tools: readonly ToolSchema[],
  advice: Pick<RefusalAdvice, 'limitTokens' | 'requestTokens'>,
): Fit | undefined {
  const { count = 0, known = [] } = task.refusal ?? {};
  if (count + 1 >= MAX_REQUESTS) return undefined;
  const base = listBaseMessages(task);
  const estimate = estimateTokens(sent, tools);
  const tokens = chooseTarget(estimate, count, advice);
  if (count + 2 >= MAX_REQUESTS) {
    const least = [...tools.map(toToolOmission), NO_CONTEXT, omitAllButNewest(base, tokens)];
    return { without: [...known, ...least], tokens };
  }
  const context = fitContext(task, estimate, tokens);
  const shown = listShownEntries(task).map(({ message }) => message);
  const offset = base.length - shown.length;
  const fixed = estimate - estimateTokens(shown) - context.saved;
  const available = Math.max(0, tokens - fixed) * CHARACTERS_PER_TOKEN;
  const files = areFilesSuspect(estimate, count, advice) ? omitFiles(base) : [];
  const limit = findLengthLimit(shown, available);
  if (limit >= Math.min(MIN_LENGTH_LIMIT, available / 8)) {
    const texts = omitTexts(shown, limit, offset);
    return { without: [...known, ...context.without, ...files, ...texts], tokens };
  }
  const start = findStart(shown, available / 2);
  const kept = shown.slice(start);
  const cuts = omitTexts(kept, findLengthLimit(kept, available / 2), start + offset);
  const without = [...known, ...context.without, ...files, ...cuts];
  if (start === 0) return { without, tokens };
  const earlier = { index: start + offset, messages: shown.slice(0, start) };
  return { without, earlier, tokens };
}

/** Share of a request that selected texts may have if it does not fit. */
const CONTEXT_SHARE = 0.25;

/** Shortens the texts that were selected for the message, before anything that was said. */
function fitContext(
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

function chooseTarget(
  estimate: number,
  count: number,
  { limitTokens, requestTokens }: Pick<RefusalAdvice, 'limitTokens' | 'requestTokens'>,
): number {
  // The provider counts more or less tokens for the same characters than the estimate.
  const scale = requestTokens === undefined ? 1 : estimate / requestTokens;
  const allowed = limitTokens === undefined ? estimate * SHRINKAGE : limitTokens * scale;
  const share = (1 - FREE_SHARE) * SHRINKAGE ** count;
  return Math.floor(Math.min(allowed * share, estimate * (1 - FREE_SHARE)));
}

/** Files have tokens that the estimate does not count. */
function areFilesSuspect(
  estimate: number,
  count: number,
  { requestTokens }: Pick<RefusalAdvice, 'requestTokens'>,
): boolean {
  return count > 1 || (requestTokens !== undefined && estimate < requestTokens / 2);
}

function omitFiles(messages: readonly Message[]): Omission[] {
  return messages.flatMap((message, index) => {
    const parts = message.role === 'tool' ? message.attachments : message.content;
    if (typeof parts === 'string' || !parts) return [];
    return parts.flatMap((part, position): Omission[] =>
      isFile(part) ? [{ kind: 'message', index, part: position }] : [],
    );
  });
}

function omitTexts(messages: readonly Message[], keep: number, offset: number): Omission[] {
  return messages.flatMap((message, position): Omission[] =>
    countCharacters(message) > keep ? [{ kind: 'text', index: position + offset, keep }] : [],
  );
}

/** Finds the first of the newest messages that fit, without separating results from their calls. */
function findStart(messages: readonly Message[], available: number): number {
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
