import type { AttributeValue } from './span.ts';

/**
 * Operation names. Names without `timestep.` are the OpenTelemetry conventions for generative AI,
 * open-telemetry/semantic-conventions-genai at 32c328e85013588c6fe32ebc30934ab5b1752b6a.
 */
export const OPERATION = {
  agent: 'invoke_agent',
  model: 'chat',
  tool: 'execute_tool',
} as const;

/** Attribute names of spans and span events. */
export const ATTRIBUTE = {
  operation: 'gen_ai.operation.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  maxTokens: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  reasoning: 'gen_ai.request.reasoning.level',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheRead: 'gen_ai.usage.cache_read.input_tokens',
  cacheWrite: 'gen_ai.usage.cache_write.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  tool: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  callId: 'gen_ai.tool.call.id',
  error: 'error.type',
  instructions: 'gen_ai.system_instructions',
  input: 'gen_ai.input.messages',
  output: 'gen_ai.output.messages',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
  evaluation: 'gen_ai.evaluation.name',
  score: 'gen_ai.evaluation.score.value',
  scoreLabel: 'gen_ai.evaluation.score.label',
  explanation: 'gen_ai.evaluation.explanation',
  /** Names of the OpenInference conventions, version 2.12. */
  spanKind: 'openinference.span.kind',
  /** Attributes that Langfuse 4 reads. */
  langfuseType: 'langfuse.observation.type',
  langfuseInput: 'langfuse.observation.input',
  langfuseOutput: 'langfuse.observation.output',
  langfuseTrace: 'langfuse.trace.name',
  langfuseTags: 'langfuse.trace.tags',
  langfuseUser: 'langfuse.user.id',
  langfuseSession: 'langfuse.session.id',
  langfuseEnvironment: 'langfuse.environment',
  langfuseRelease: 'langfuse.release',
  langfuseVersion: 'langfuse.version',
  method: 'http.request.method',
  status: 'http.response.status_code',
  route: 'http.route',
  task: 'timestep.task.id',
  turn: 'timestep.turn',
  step: 'timestep.step',
  attempt: 'timestep.attempt',
  recovered: 'timestep.recovered',
  cost: 'timestep.cost_usd',
  state: 'timestep.task.state',
  reason: 'timestep.reason',
  callIds: 'timestep.call.ids',
  messageId: 'timestep.message.id',
  awaitedTask: 'timestep.awaited.task.id',
  approved: 'timestep.approved',
  guard: 'timestep.guard.name',
  guardAction: 'timestep.guard.action',
  items: 'timestep.context.items',
  ranker: 'timestep.context.ranker',
  characters: 'timestep.characters',
  limit: 'timestep.limit',
  omissions: 'timestep.omissions',
  guess: 'timestep.guess',
  afterCrash: 'timestep.after_crash',
  /** Parts that a model request omitted, because its provider refuses them. */
  leftOut: 'timestep.request.left_out',
  /** A text of a user, tool or model. It is exported only if contents are recorded. */
  text: 'timestep.text',
} as const;

/** Attributes with known keys. Hot code writes the keys literally, because that is much faster. */
export type KnownAttributes = {
  [Name in (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE]]?: AttributeValue;
};

/** Name of the span event that records a grade on the graded span. */
export const EVALUATED = 'gen_ai.evaluation.result';

/** Attributes that are floating-point numbers even if their value is an integer. */
export const FRACTIONS: ReadonlySet<string> = new Set([
  ATTRIBUTE.score,
  ATTRIBUTE.cost,
  ATTRIBUTE.temperature,
  ATTRIBUTE.topP,
]);

/** Returns the name of a span event: the type of the log event with a prefix. */
export function getEventName(type: string): string {
  return `timestep.${type}`;
}
