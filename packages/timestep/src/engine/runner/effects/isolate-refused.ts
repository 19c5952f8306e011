import {
  addUsage,
  chooseProbe,
  getRefusalAdvice,
  narrowSearch,
  startSearch,
  TimestepError,
  type AssistantMessage,
  type DividedGuess,
  type Omission,
  type Usage,
} from '#core';
import type { AgentContext } from '#engine/port';

/** Asks the model without something. Resolves with undefined if the request cannot be made. */
export type AskWithout = (
  without: readonly Omission[],
  nth: number,
) => Promise<AssistantMessage | undefined>;

/** What probes have found, and what they cost. */
export interface Isolated {
  /** What the next request leaves out. Undefined: what was refused is not part of the guess. */
  readonly without: readonly Omission[] | undefined;
  /** A larger part without which a probe was accepted. */
  readonly accepted?: readonly Omission[];
  readonly requests: number;
  readonly spent: Spent;
}

interface Spent {
  readonly usage?: Usage;
  /** US dollars. Undefined if a price is unknown. */
  readonly cost_usd?: number | undefined;
}

/**
 * Searches among what a guess leaves out for what the provider refused, with requests of which only
 * the acceptance matters. Returns undefined if the guess has one suspect.
 */
export async function isolateRefused(
  guess: DividedGuess,
  ask: AskWithout,
): Promise<Isolated | undefined> {
  const { known } = guess;
  let search = startSearch(guess);
  if (!search) return undefined;
  let spent: Spent = { cost_usd: 0 };
  let probes = 0;
  for (;;) {
    const probe = chooseProbe(search);
    if (!probe) break;
    probes += 1;
    const outcome = await readOutcome(ask([...known, ...probe], probes));
    if (outcome.is === 'unknown') break;
    if (outcome.is === 'accepted') spent = addSpent(spent, outcome.reply);
    search = narrowSearch(search, probe, outcome.is === 'accepted');
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

/** Limits the replies to probes, and shows nothing of them. */
export function toProbeContext(context: AgentContext, nth: number): AgentContext {
  const { called: _called, ...rest } = context;
  return {
    ...rest,
    key: `${context.key}:probe${nth}`,
    settings: { ...context.settings, max_output_tokens: PROBE_TOKENS },
    emit: () => undefined,
  };
}

/** The lowest limit of output tokens that all providers accept. */
const PROBE_TOKENS = 16;

type Outcome =
  | { readonly is: 'accepted'; readonly reply: AssistantMessage | undefined }
  | { readonly is: 'refused' | 'unknown' };

async function readOutcome(asking: ReturnType<AskWithout>): Promise<Outcome> {
  try {
    const reply = await asking;
    return reply ? { is: 'accepted', reply } : { is: 'unknown' };
  } catch (thrown) {
    if (getRefusalAdvice(thrown)) return { is: 'refused' };
    const isShort = TimestepError.isInstance(thrown) && WITHOUT_WORDS.includes(thrown.code);
    return isShort ? { is: 'accepted', reply: undefined } : { is: 'unknown' };
  }
}

/** Codes of replies that had no room for words. */
const WITHOUT_WORDS = ['output-limit', 'empty-reply'];

function addSpent({ usage, cost_usd }: Spent, reply: AssistantMessage | undefined): Spent {
  const more = reply?.usage;
  const sum = usage && more ? addUsage(usage, more) : (more ?? usage);
  const price = reply?.cost_usd;
  return {
    ...(sum && { usage: sum }),
    cost_usd: cost_usd === undefined || price === undefined ? undefined : cost_usd + price,
  };
}
