/** What is measured. Names without `timestep.` are the conventions of OpenTelemetry that `trace` names. */
export interface Instrument {
  readonly name: string;
  readonly about: string;
  /** As UCUM writes it: `s`, `{token}`. */
  readonly unit: string;
  readonly kind: 'counter' | 'histogram';
  /** Upper bounds of a histogram's buckets, the smallest first. */
  readonly bounds?: readonly number[];
}

/** Seconds: the bounds that the conventions give for calls of models. */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** Seconds: the bounds that the conventions give for requests over HTTP. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Seconds: a disk takes a millisecond or less, or much longer when it is busy. */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

function duration(name: string, about: string, bounds: readonly number[] = SECONDS): Instrument {
  return { name, about, unit: 's', kind: 'histogram', bounds };
}

function tokens(name: string, about: string): Instrument {
  return {
    name: `gen_ai.client.inference.usage.${name}`,
    about,
    unit: '{token}',
    kind: 'counter',
  };
}

/** By which the program knows an instrument. */
type InstrumentKey =
  | 'turn'
  | 'model'
  | 'tool'
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
  | 'reasoningTokens'
  | 'cost'
  | 'retries'
  | 'occurrences'
  | 'request'
  | 'refusals'
  | 'commit'
  | 'commitWait';

/** All instruments. */
export const INSTRUMENTS: Readonly<Record<InstrumentKey, Instrument>> = {
  turn: duration('gen_ai.invoke_agent.duration', 'Duration of turns of agents'),
  model: duration('gen_ai.client.inference.duration', 'Duration of attempts of model calls'),
  tool: duration('gen_ai.execute_tool.duration', 'Duration of attempts of tool calls'),
  inputTokens: tokens('input_tokens', 'Tokens that models read'),
  outputTokens: tokens('output_tokens', 'Tokens that models wrote'),
  cacheReadTokens: tokens('cache_read.input_tokens', 'Tokens that models read from a cache'),
  cacheWriteTokens: tokens('cache_write.input_tokens', 'Tokens that models wrote into a cache'),
  reasoningTokens: tokens('reasoning.output_tokens', 'Tokens that models thought with'),
  cost: {
    name: 'timestep.cost',
    about: 'What model calls cost, where the price is known',
    unit: '{USD}',
    kind: 'counter',
  },
  retries: {
    name: 'timestep.retries',
    about: 'Attempts of model calls and tool calls after the first one',
    unit: '{attempt}',
    kind: 'counter',
  },
  occurrences: {
    name: 'timestep.events',
    about: 'What happened in tasks beside calls, by the type of the event',
    unit: '{event}',
    kind: 'counter',
  },
  request: duration(
    'http.server.request.duration',
    'Time until the head of an answer to a request',
    REQUEST_SECONDS,
  ),
  refusals: {
    name: 'timestep.refusals',
    about: 'What was refused, by why: requests, replies and calls',
    unit: '{refusal}',
    kind: 'counter',
  },
  commit: duration(
    'timestep.store.commit.duration',
    'Time until what tasks add is durable',
    COMMIT_SECONDS,
  ),
  commitWait: duration(
    'timestep.store.queue.duration',
    'How long the oldest write of a commit waited for it',
    COMMIT_SECONDS,
  ),
};
