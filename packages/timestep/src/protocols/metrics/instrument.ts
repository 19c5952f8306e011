/** A metric instrument. Names without `timestep.` follow the OpenTelemetry conventions. */
export interface Instrument {
  readonly name: string;
  readonly description: string;
  /** Unit in UCUM notation, such as `s` or `{token}`. */
  readonly unit: string;
  readonly kind: 'counter' | 'histogram';
  readonly bounds?: readonly number[];
}

const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Bucket limits for disk commits, which take about a millisecond, or longer on a busy disk. */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

function createDurationHistogram(
  name: string,
  description: string,
  bounds: readonly number[] = SECONDS,
): Instrument {
  return { name, description, unit: 's', kind: 'histogram', bounds };
}

function createCounter(name: string, unit: string, description: string): Instrument {
  return { name, description, unit, kind: 'counter' };
}

function createTokenCounter(name: string, description: string): Instrument {
  return createCounter(`gen_ai.client.inference.usage.${name}`, '{token}', description);
}

type InstrumentName =
  | 'turn'
  | 'model'
  | 'tool'
  | `${'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'reasoning'}Tokens`
  | 'cost'
  | 'retries'
  | 'occurrences'
  | 'request'
  | 'refusals'
  | 'commit'
  | 'commitWait';

export const INSTRUMENTS: Readonly<Record<InstrumentName, Instrument>> = {
  turn: createDurationHistogram('gen_ai.invoke_agent.duration', 'Duration of agent turns'),
  model: createDurationHistogram(
    'gen_ai.client.inference.duration',
    'Duration of model call attempts',
  ),
  tool: createDurationHistogram('gen_ai.execute_tool.duration', 'Duration of tool call attempts'),
  inputTokens: createTokenCounter('input_tokens', 'Input tokens of model calls'),
  outputTokens: createTokenCounter('output_tokens', 'Output tokens of model calls'),
  cacheReadTokens: createTokenCounter(
    'cache_read.input_tokens',
    'Input tokens that models read from a cache',
  ),
  cacheWriteTokens: createTokenCounter(
    'cache_write.input_tokens',
    'Input tokens that models wrote to a cache',
  ),
  reasoningTokens: createTokenCounter('reasoning.output_tokens', 'Reasoning tokens of model calls'),
  cost: createCounter('timestep.cost', '{USD}', 'Cost of model calls with a known price'),
  retries: createCounter('timestep.retries', '{attempt}', 'Retries of model calls and tool calls'),
  occurrences: createCounter(
    'timestep.events',
    '{event}',
    'Task events other than calls, by event type',
  ),
  request: createDurationHistogram(
    'http.server.request.duration',
    'Time until the response headers of a request',
    REQUEST_SECONDS,
  ),
  refusals: createCounter(
    'timestep.refusals',
    '{refusal}',
    'Refused requests, replies and calls, by reason',
  ),
  commit: createDurationHistogram(
    'timestep.store.commit.duration',
    'Time until task events are durable',
    COMMIT_SECONDS,
  ),
  commitWait: createDurationHistogram(
    'timestep.store.queue.duration',
    'Time that the oldest write of a commit waited',
    COMMIT_SECONDS,
  ),
};
