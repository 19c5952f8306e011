import type { AgentContext, AgentFn } from '#engine/port';
import { FAILURE_KINDS, type FailureKind } from '../failure/failure-kinds.ts';
import { ModelError } from '../model-error.ts';

/** A model that may answer when another one fails. */
export interface CandidateModel {
  readonly agent: AgentFn;
  readonly provider: string;
  readonly model: string;
  /** Returns the size of the context window in tokens. Undefined if it is unknown. */
  readonly getContextWindow: () => Promise<number | undefined>;
}

/** Milliseconds that a temporary failure must last before a fallback model is tried. */
const FALLBACK_AFTER_MS = 120_000;

/** Milliseconds during which a failed model is tried last. */
const AVOIDED_MS = 300_000;

interface FailedCall {
  readonly candidate: CandidateModel;
  readonly error: ModelError;
}

/** Calls the first model, and fallback models after a failure that they may not have. */
export function withFallbackModels(
  candidates: readonly CandidateModel[],
  now: () => number = Date.now,
): AgentFn {
  /**
   * Time at which each failed model was last replaced by a fallback model; deleted when the model replies
   * again.
   */
  const replacedAt = new Map<CandidateModel, number>();

  const isAvoided = (candidate: CandidateModel): boolean =>
    now() - (replacedAt.get(candidate) ?? -Infinity) < AVOIDED_MS;

  return async (messages, context) => {
    const since = context.failingSince ?? now();
    const failures: FailedCall[] = [];
    let hasEmitted = false;
    const watched: AgentContext = {
      ...context,
      emit(delta) {
        hasEmitted = true;
        context.emit(delta);
      },
    };
    const ordered = [
      ...candidates.filter((one) => !isAvoided(one)),
      ...candidates.filter(isAvoided),
    ];
    for (const candidate of ordered) {
      if (!(await mayReplaceFailedModels(candidate, failures))) continue;
      // If a failed model has streamed output, this candidate writes a new reply, in the next attempt.
      if (hasEmitted) throw mergeFailures(failures, { retryable: true, retryAfterMs: 0 });
      try {
        const reply = await candidate.agent(messages, watched);
        replacedAt.delete(candidate);
        if (candidate !== candidates[0])
          context.called?.({ instead_of: getModelName(candidates[0]) });
        return reply;
      } catch (thrown) {
        context.signal.throwIfAborted();
        if (!(thrown instanceof ModelError)) throw thrown;
        failures.push({ candidate, error: thrown });
        const isKnown = replacedAt.has(candidate);
        if (!isKnown && !isUnlikelyToSucceedSoon(thrown, now() - since, context.attempt)) break;
        if (getAllowedFallback(thrown) === 'none') break;
        replacedAt.set(candidate, now());
      }
    }
    throw mergeFailures(failures);
  };
}

/**
 * Whether a failed model call cannot succeed within the next minutes: its error is permanent, all retries are
 * used up, or it keeps failing for too long.
 */
function isUnlikelyToSucceedSoon(error: ModelError, failingMs: number, attempt: number): boolean {
  const { retryable, retryAfterMs = 0, maxAttempts = Infinity } = error;
  return !retryable || attempt >= maxAttempts || failingMs + retryAfterMs >= FALLBACK_AFTER_MS;
}

/**
 * A request that will be shortened after a refusal stays with the same model, except if it is too
 * long, because a model with a larger window may accept it.
 */
function getAllowedFallback({ code, refusal }: ModelError): FailureKind['fallback'] {
  if (refusal && code !== 'context-length') return 'none';
  if (code === 'empty-reply') return 'any-model';
  return code in FAILURE_KINDS
    ? FAILURE_KINDS[code as keyof typeof FAILURE_KINDS].fallback
    : 'none';
}

async function mayReplaceFailedModels(
  candidate: CandidateModel,
  failures: readonly FailedCall[],
): Promise<boolean> {
  for (const failure of failures)
    if (!(await mayReplaceFailedModel(candidate, failure))) return false;
  return true;
}

async function mayReplaceFailedModel(
  candidate: CandidateModel,
  { candidate: failed, error }: FailedCall,
): Promise<boolean> {
  switch (getAllowedFallback(error)) {
    case 'any-model':
      return true;
    case 'other-account':
      return candidate.provider !== failed.provider;
    case 'larger-model': {
      const [size = 0, tooSmall = Infinity] = await Promise.all([
        candidate.getContextWindow(),
        failed.getContextWindow(),
      ]);
      return size > tooSmall;
    }
    case 'none':
      return false;
  }
}

/** Combines the failures of all models into one error, which is retryable if one of them is. */
function mergeFailures(
  failures: readonly FailedCall[],
  repeats?: { readonly retryable: true; readonly retryAfterMs: number },
): ModelError {
  const errors = failures.map(({ error }) => error);
  const main = errors.find(({ retryable }) => retryable) ?? errors[0];
  if (!main) throw new Error('no model was asked');
  if (errors.length === 1 && !repeats) return main;
  // The last model's refusal counts, because its window is the largest for the shortened transcript.
  const refused = errors.findLast(({ refusal }) => refusal);
  if (refused && !main.retryable && !repeats) return refused;
  const { retryable, retryAfterMs, maxAttempts, status } = main;
  const details = repeats ?? { retryable, retryAfterMs, maxAttempts };
  const message = errors.map((error) => error.message).join('; ');
  return new ModelError(main.code, message, { ...details, status });
}

function getModelName(candidate: CandidateModel | undefined): string {
  return candidate ? `${candidate.provider}/${candidate.model}` : '';
}
