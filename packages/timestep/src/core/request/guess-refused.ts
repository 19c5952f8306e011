import { getText, type ContentPart, type Message, type ToolSchema } from '../message/message.ts';
import { CHARACTERS_PER_TOKEN } from '../message/token-estimate.ts';
import { listHistoryAndEntryMessages, type Task } from '../task/task.ts';
import { cutText, isFile, isSameOmission, type Omission } from './omission.ts';
import { countContextCharacters } from './shorten-selection.ts';
import { getToolDigest } from './tool-digest.ts';
import { MAX_REQUESTS, type RefusalAdvice, type RequestPart } from './refusal.ts';

/** What the next model request omits after a refusal. */
export interface Attempt {
  readonly without: readonly Omission[];
  /**
   * Number of the guess, from 1, about which part of the request the provider refused. Undefined if it named
   * the part.
   */
  readonly guess?: number;
}

/** A model request that the provider refused. */
export interface RefusedRequest {
  /** The messages as the agent received them. */
  readonly messages: readonly Message[];
  /** The tools as the agent received them. */
  readonly tools: readonly ToolSchema[];
}

/**
 * Chooses what the next model request omits after a provider did not accept something: what the
 * provider named, otherwise guesses, from the newest files to everything before the newest message.
 * Undefined if there is nothing left to try.
 */
export function planAttemptWithOmissions(
  task: Task,
  request: RefusedRequest,
  { parts = [] }: Pick<RefusalAdvice, 'parts'>,
): Attempt | undefined {
  const { count = 0, known = [], guesses = 0, accepted } = task.refusal ?? {};
  const requests = count + 1;
  if (requests >= MAX_REQUESTS) return undefined;
  if (accepted) return { without: [...known, ...accepted], guess: guesses };
  const named = parts
    .map((part) => partToOmission(task, request, part))
    .filter((omission) => omission !== undefined)
    .filter(
      (omission, at, all) =>
        ![...known, ...all.slice(0, at)].some((one) => isSameOmission(one, omission)),
    );
  const isLast = requests === MAX_REQUESTS - 1;
  if (named.length > 0 && !isLast) return { without: [...known, ...named] };
  const all = listOmissionGuesses(task, request.tools);
  const next = isLast ? all.length : Math.min(guesses + 1, all.length);
  const guess = next > guesses ? all[next - 1] : undefined;
  return guess && { without: [...known, ...guess], guess: next };
}

function partToOmission(
  task: Task,
  { messages, tools }: RefusedRequest,
  part: RequestPart,
): Omission | undefined {
  if ('tool' in part) {
    const tool = tools.find(({ function: { name } }) => name === part.tool);
    return tool ? toToolOmission(tool) : { kind: 'tool', name: part.tool };
  }
  const sent = messages[part.message];
  if (sent?.role === 'user' && sent.is_context) return NO_CONTEXT;
  const index = sent === undefined ? -1 : listHistoryAndEntryMessages(task).lastIndexOf(sent);
  if (index < 0) return undefined;
  if (part.keep !== undefined) return { kind: 'text', index, keep: part.keep };
  return { kind: 'message', index, ...(part.part !== undefined && { part: part.part }) };
}

/** Lists guesses about what the provider refused, from a single part to everything but the newest message. */
function listOmissionGuesses(task: Task, tools: readonly ToolSchema[]): (readonly Omission[])[] {
  const messages = listHistoryAndEntryMessages(task);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.findLastIndex(({ role }) => role === 'assistant');
  const isNew = (piece: Piece): boolean =>
    !task.omitted?.some((omission) => isSameOmission(omission, piece));
  // The provider has already accepted everything before the newest reply.
  const fresh = listOmissionCandidates(messages, since + 1).filter(isNew);
  const old = listOmissionCandidates(messages, 0).filter(
    (piece) => piece.part !== undefined && piece.index <= since && isNew(piece),
  );
  const offered = tools.map(toToolOmission);
  const guesses: (readonly Omission[])[] = divideSuspectsIntoGuesses(
    fresh,
    fresh.filter((piece) => isFileCandidate(messages, piece)),
  );
  if (hasUnomittedContext(task)) guesses.push([NO_CONTEXT]);
  if (old.length > 0) guesses.push([...fresh, ...old]);
  if (asked > 0) guesses.push([{ kind: 'earlier', index: asked }, ...fresh]);
  if (offered.length > 0) guesses.push(offered);
  const isAlone =
    messages.length === 1 &&
    fresh.length === 0 &&
    offered.length === 0 &&
    !hasUnomittedContext(task);
  if (isAlone) return guesses;
  return [
    ...guesses.slice(0, MAX_REQUESTS - 2),
    [...offered, NO_CONTEXT, omitAllButNewestUserText(messages, MAX_NEWEST_TOKENS)],
  ];
}

/** Omits all context texts that were selected for the newest message. */
export const NO_CONTEXT: Omission = { kind: 'context', keep: 0 };

export function toToolOmission(tool: ToolSchema): Omission {
  return { kind: 'tool', name: tool.function.name, digest: getToolDigest(tool) };
}

function hasUnomittedContext({ selection, omitted = [] }: Task): boolean {
  if (!selection || countContextCharacters(selection) === 0) return false;
  return !omitted.some((one) => isSameOmission(one, NO_CONTEXT));
}

/** Omits everything but the text of the user's newest message, which is cut to fit. */
export function omitAllButNewestUserText(messages: readonly Message[], tokens: number): Omission {
  const newest = messages.findLast(({ role }) => role === 'user');
  const length = (Math.min(tokens, MAX_NEWEST_TOKENS) * CHARACTERS_PER_TOKEN) / 2;
  const said = newest ? cutText(getText(newest), Math.floor(length)) : '';
  const summary = said === '' ? ALL_LEFT_OUT : `${ALL_LEFT_OUT}\n\n${said}`;
  return { kind: 'earlier', index: messages.length, summary };
}

const MAX_NEWEST_TOKENS = 2000;

const ALL_LEFT_OUT =
  '(all messages but the text of the newest one were left out, because the provider refused them)';

/** Up to three suspects are omitted one by one. Among more suspects, test requests find the refused one. */
function divideSuspectsIntoGuesses(
  suspects: readonly Piece[],
  files: readonly Piece[],
): (readonly Omission[])[] {
  if (suspects.length === 0) return [];
  if (suspects.length <= 3) return suspects.map((one) => [one]);
  const areMixed = files.length > 0 && files.length < suspects.length;
  return areMixed ? [files, suspects] : [suspects];
}

function isFileCandidate(messages: readonly Message[], { index, part = -1 }: Piece): boolean {
  const found = listMessageParts(messages[index])[part];
  return found !== undefined && isFile(found);
}

function listMessageParts(message: Message | undefined): readonly ContentPart[] {
  const parts = message?.role === 'tool' ? message.attachments : message?.content;
  return typeof parts === 'string' || !parts ? [] : parts;
}

type Piece = Extract<Omission, { readonly kind: 'message' }>;

/** Lists files, then other parts, then messages from an index on; of each kind the newest first. */
function listOmissionCandidates(messages: readonly Message[], from: number): Piece[] {
  const files: Piece[] = [];
  const others: Piece[] = [];
  for (let index = messages.length - 1; index >= from; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.role === 'assistant') continue;
    const list = listMessageParts(message);
    for (let part = list.length - 1; part >= 0; part -= 1) {
      const found = list[part];
      if (!found) continue;
      (isFile(found) ? files : others).push({ kind: 'message', index, part });
    }
    if (message.role === 'tool') others.push({ kind: 'message', index });
  }
  return [...files, ...others];
}
