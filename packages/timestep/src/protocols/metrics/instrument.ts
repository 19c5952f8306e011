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

/**
 * Histogram bucket limits, in seconds, for disk commits. A commit takes about a millisecond, longer on a busy
 * disk.
 */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Name, unit and description of each instrument. Durations are histograms, others counters. */
const SPECS = {
  turn: ['gen_ai.invoke_agent.duration', 's', 'Duration of agent turns'],
  model: ['gen_ai.client.inference.duration', 's', 'Duration of model call attempts'],
  tool: ['gen_ai.execute_tool.duration', 's', 'Duration of tool call attempts'],
  inputTokens: [
    'gen_ai.client.inference.usage.input_tokens',
    '{token}',
    'Input tokens of model calls',
  ],
  outputTokens: [
    'gen_ai.client.inference.usage.output_tokens',
    '{token}',
    'Output tokens of model calls',
  ],
  cacheReadTokens: [
    'gen_ai.client.inference.usage.cache_read.input_tokens',
    '{token}',
    'Input tokens that models read from a cache',
  ],
  cacheWriteTokens: [
    'gen_ai.client.inference.usage.cache_write.input_tokens',
    '{token}',
    'Input tokens that models wrote to a cache',
  ],
  reasoningTokens: [
    'gen_ai.client.inference.usage.reasoning.output_tokens',
    '{token}',
    'Reasoning tokens of model calls',
  ],
  cost: ['timestep.cost', '{USD}', 'Cost of model calls with a known price'],
  retries: ['timestep.retries', '{attempt}', 'Retries of model calls and tool calls'],
  occurrences: ['timestep.events', '{event}', 'Task events other than calls, by event type'],
  request: ['http.server.request.duration', 's', 'Time until the response headers of a request'],
  refusals: ['timestep.refusals', '{refusal}', 'Refused requests, replies and calls, by reason'],
  commit: ['timestep.store.commit.duration', 's', 'Time until task events are durable'],
  commitWait: [
    'timestep.store.queue.duration',
    's',
    'Time that the oldest write of a commit waited',
  ],
} as const;

const BOUNDS: Readonly<Record<string, readonly number[]>> = {
  request: REQUEST_SECONDS,
  commit: COMMIT_SECONDS,
  commitWait: COMMIT_SECONDS,
};

export const INSTRUMENTS = Object.fromEntries(
  Object.entries(SPECS).map(([key, [name, unit, description]]): [string, Instrument] => {
    const text = { name, description, unit };
    if (unit !== 's') return [key, { ...text, kind: 'counter' }];
    return [key, { ...text, kind: 'histogram', bounds: BOUNDS[key] ?? SECONDS }];
  }),
) as Readonly<Record<keyof typeof SPECS, Instrument>>;
