import {
  addUsage,
  chooseNextProbe,
  getRefusalAdvice,
  narrowRefusalSearch,
  startRefusalSearch,
  TimestepError,
  type AssistantMessage,
  type DividedGuess,
  type Omission,
  type Usage,
} from '#core';
import type { AgentContext } from '#engine/port';

/** Sends a model request without the given parts. Resolves to undefined if the request cannot be made. */
export type AskWithout = (
  without: readonly Omission[],
  nth: number,
) => Promise<AssistantMessage | undefined>;

/** Result and cost of test requests (probes) that search for the refused part of a request. */
export interface Isolated {
  /**
   * What the next request omits. Undefined if the refused part is not among the parts that the guess
   * suspects.
   */
  readonly without: readonly Omission[] | undefined;
  /** What was left out of the test request that the provider accepted, if that is more than `without`. */
  readonly accepted?: readonly Omission[];
  readonly requests: number;
  readonly spent: Spent;
}

interface Spent {
  readonly usage?: Usage;
  /** Cost in US dollars. Undefined if a price is unknown. */
  readonly cost_usd?: number | undefined;
}

/**
 * Searches the omissions of a guess for the part that the provider refused, by test requests
 * (probes) of which only the acceptance counts. Returns undefined if the guess has only one
 * suspect.
 */
export async function isolateRefusedPart(
  guess: DividedGuess,
  ask: AskWithout,
): Promise<Isolated | undefined> {
  const { known } = guess;
  let search = startRefusalSearch(guess);
  if (!search) return undefined;
  let spent: Spent = { cost_usd: 0 };
  let probes = 0;
  for (;;) {
    const probe = chooseNextProbe(search);
    if (!probe) break;
    probes += 1;
    const outcome = await readProbeOutcome(ask([...known, ...probe], probes));
    if (outcome.is === 'unknown') break;
    if (outcome.is === 'accepted') spent = addProbeCost(spent, outcome.reply);
    search = narrowRefusalSearch(search, probe, outcome.is === 'accepted');
    if (!search) return { without: undefined, requests: probes, spent };
  }
  const { accepted } = search;
  const isSure = !accepted || accepted === search.suspects;
  return {
    without: [...known, ...search.suspects],
    ...(!isSure && { accepted }),
    requests: probes,
    spent,
  };
}

/** Returns the context of a probe, whose reply is short and not shown to anyone. */
export function toProbeContext(context: AgentContext, nth: number): AgentContext {
  const { called: _called, ...rest } = context;
  return {
    ...rest,
    key: `${context.key}:probe${nth}`,
    settings: { ...context.settings, max_output_tokens: PROBE_TOKENS },
    emit: () => undefined,
  };
}

/** Smallest limit of output tokens that all providers accept. */
const PROBE_TOKENS = 16;

type Outcome =
  | { readonly is: 'accepted'; readonly reply: AssistantMessage | undefined }
  | { readonly is: 'refused' | 'unknown' };

async function readProbeOutcome(asking: ReturnType<AskWithout>): Promise<Outcome> {
  try {
    const reply = await asking;
    return reply ? { is: 'accepted', reply } : { is: 'unknown' };
  } catch (thrown) {
    if (getRefusalAdvice(thrown)) return { is: 'refused' };
    const isShort = TimestepError.isInstance(thrown) && WITHOUT_WORDS.includes(thrown.code);
    return isShort ? { is: 'accepted', reply: undefined } : { is: 'unknown' };
  }
}

/** Error codes of requests that were accepted, but whose token limit left no room for a reply. */
const WITHOUT_WORDS = ['output-limit', 'empty-reply'];

function addProbeCost({ usage, cost_usd }: Spent, reply: AssistantMessage | undefined): Spent {
  const more = reply?.usage;
  const sum = usage && more ? addUsage(usage, more) : (more ?? usage);
  const price = reply?.cost_usd;
  return {
    ...(sum && { usage: sum }),
    cost_usd: cost_usd === undefined || price === undefined ? undefined : cost_usd + price,
  };
}
