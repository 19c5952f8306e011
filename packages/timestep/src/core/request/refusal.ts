import { TimestepError } from '../error.ts';
import type { Failure } from '../task/task-state.ts';
import { isSameOmission, type Omission } from './omission.ts';

/** Maximum number of requests of one step that the provider refuses. */
export const MAX_REQUESTS = 6;

/** What the provider refused in the requests of the running step. */
export interface RefusedRequests {
  readonly count: number;
  /** The first refusal, which the user reads if no request is accepted. */
  readonly error: Failure;
  /** What the provider named, or what made the request fit. */
  readonly known: readonly Omission[];
  /** Number of guesses about what was refused. */
  readonly guesses: number;
  /** What the next request leaves out. */
  readonly without: readonly Omission[];
  /** What the request after that leaves out, because a probe without it was accepted. */
  readonly accepted?: readonly Omission[] | undefined;
}

/**
 * A part of a request: a tool, or a message by its position in the transcript of the request. `keep`
 * is the number of characters that its texts may have, if they are only too long.
 */
export type RequestPart =
  | { readonly tool: string }
  | { readonly message: number; readonly part?: number; readonly keep?: number };

/** What the exception of a refused request says about it. */
export interface RefusalAdvice {
  /** `length`: too many tokens. `size`: too many bytes. `content`: something is not accepted. */
  readonly reason: 'length' | 'size' | 'content';
  readonly parts?: readonly RequestPart[];
  /** Tokens that the provider accepts, if it says so. */
  readonly limitTokens?: number | undefined;
  /** Tokens of the request as the provider counted them. */
  readonly requestTokens?: number | undefined;
}

/** Reads from an exception why a request was refused. Undefined: it was not, or no change helps. */
export function getRefusalAdvice(thrown: unknown): RefusalAdvice | undefined {
  if (!TimestepError.isInstance(thrown)) return undefined;
  const { refusal }: { readonly code: string; readonly refusal?: RefusalAdvice | undefined } =
    thrown;
  return refusal;
}

/** Returns what stays left out of a task after the model has answered one of its requests. */
export function listAcceptedOmissions({
  omitted = [],
  refusal,
}: {
  readonly omitted?: readonly Omission[] | undefined;
  readonly refusal: RefusedRequests;
}): readonly Omission[] {
  const { without, known, guesses } = refusal;
  const isCertain = (omission: Omission): boolean =>
    omission.kind !== 'tool' || known.some((one) => isSameOmission(one, omission));
  const isToolsAlone = without.every(
    (one) => one.kind === 'tool' || known.some((other) => isSameOmission(one, other)),
  );
  // A guess about messages and tools says nothing about the tools.
  const kept = guesses > 0 && !isToolsAlone ? without.filter(isCertain) : without;
  return [...omitted, ...kept];
}

/** A tool that requests leave out while its definition has the digest. */
export interface OmittedTool {
  readonly name: string;
  readonly digest: string;
}

/** Lists the tools that requests of a task leave out. Undefined: none. */
export function listOmittedTools({
  omitted = [],
}: {
  readonly omitted?: readonly Omission[] | undefined;
}): readonly (string | OmittedTool)[] | undefined {
  const tools = new Map<string, string | OmittedTool>();
  for (const one of omitted) {
    if (one.kind !== 'tool') continue;
    const { name, digest } = one;
    tools.set(`${name} ${digest ?? ''}`, digest === undefined ? name : { name, digest });
  }
  return tools.size > 0 ? [...tools.values()] : undefined;
}

export function omittedToolToOmission(tool: string | OmittedTool): Omission {
  return typeof tool === 'string' ? { kind: 'tool', name: tool } : { kind: 'tool', ...tool };
}

/** Returns what the next request of a task leaves out. Undefined: nothing. */
export function listOmissions({
  omitted,
  refusal,
}: {
  readonly omitted?: readonly Omission[] | undefined;
  readonly refusal?: RefusedRequests | undefined;
}): readonly Omission[] | undefined {
  if (!refusal) return omitted;
  return omitted ? [...omitted, ...refusal.without] : refusal.without;
}
