/** Work in a period, by agent, by model and in all. Times are in milliseconds since the epoch. */
export interface WorkReport {
  /** Start of the period. `stepMs` is the length of the time that one point of a series covers. */
  readonly since: number;
  readonly stepMs: number;
  /** Start of the first hour that was counted; undefined if no work was counted. */
  readonly countedSince?: number;
  readonly total: WorkSeries;
  /** Work of each agent, the agent with the most tasks first. */
  readonly agents: readonly WorkSeries[];
  /** The models with the most calls first. The name is empty for models without a name. */
  readonly models: readonly WorkSeries[];
}

/** The work of an agent or a model in a period, as totals and per step of the period. */
export interface WorkSeries extends WorkFigures {
  readonly name: string;
  /** Names of the models that the agent called, most called first; empty if this series is about a model. */
  readonly models: readonly string[];
  /** One point for each step of the period, the oldest first. */
  readonly points: readonly WorkFigures[];
}

/**
 * Totals of work in a period. `count` and `failed` count ended tasks, or model calls in the series of a
 * model.
 */
export interface WorkFigures {
  readonly count: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Known cost in US dollars. */
  readonly costUsd: number;
  /** Number of model calls whose price is unknown. */
  readonly unpriced: number;
  /** Half of the tasks or calls took at most this time; `null` if there were none. */
  readonly p50Ms: number | null;
  /** 95 of 100 tasks or calls took at most this time, in milliseconds. */
  readonly p95Ms: number | null;
}
