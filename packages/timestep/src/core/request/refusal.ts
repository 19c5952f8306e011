import { TimestepError } from '../error.ts';
import type { Failure } from '../task/task-state.ts';
import { isSameOmission, type Omission } from './omission.ts';

/** Maximum number of model requests of one step that may be refused before the step fails. */
export const MAX_REQUESTS = 6;

/** State of the running step after the provider has refused its requests. */
export interface RefusedRequests {
  readonly count: number;
  /** The first refusal, which is shown to the user if no request is accepted. */
  readonly error: Failure;
  /** Parts that are certainly to be omitted: the provider named them, or accepted a request without them. */
  readonly known: readonly Omission[];
  /** Number of guesses so far about which part of the request the provider refused. */
  readonly guesses: number;
  /** Parts that the next model request omits. */
  readonly without: readonly Omission[];
  /** What the request after the next one leaves out. A test request without these parts was accepted. */
  readonly accepted?: readonly Omission[] | undefined;
}

/**
 * A part of a model request: a tool, or a message or content part by its position in the transcript. `keep`
 * is the number of characters to which long texts of the part must be cut.
 */
export type RequestPart =
  | { readonly tool: string }
  | { readonly message: number; readonly part?: number; readonly keep?: number };

/** What the exception of a refused model request says about the reason. */
export interface RefusalAdvice {
  /** `length`: too many tokens. `size`: too many bytes. `content`: a part is not accepted. */
  readonly reason: 'length' | 'size' | 'content';
  readonly parts?: readonly RequestPart[];
  /** Maximum number of tokens that the provider accepts, if it says so. */
  readonly limitTokens?: number | undefined;
  /** Number of tokens of the request, as the provider counted. */
  readonly requestTokens?: number | undefined;
}

/** Reads from an exception why a request was refused. Undefined: not refused, or no change would help. */
export function getRefusalAdvice(thrown: unknown): RefusalAdvice | undefined {
  if (!TimestepError.isInstance(thrown)) return undefined;
  const { refusal }: { readonly code: string; readonly refusal?: RefusalAdvice | undefined } =
    thrown;
  return refusal;
}

/**
 * Lists the parts that later requests of a task still omit after the model has accepted a request without
 * them.
 */
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
  // If the guess also omitted messages, its success does not show that the provider refused the tools.
  const kept = guesses > 0 && !isToolsAlone ? without.filter(isCertain) : without;
  return [...omitted, ...kept];
}

/** A tool that requests omit as long as its definition has the digest. */
export interface OmittedTool {
  readonly name: string;
  readonly digest: string;
}

/** Lists the tools that requests of a task omit. Undefined: none. */
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

/** Lists what the next request of a task omits. Undefined: nothing. */
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
