export { createAgentGuard, type AgentGuardOptions } from './agent-guard.ts';
export {
  createLanguageModelAgent,
  type LanguageModelAgentOptions,
} from './ai-sdk/language-model-agent.ts';
export type { ModelSettings } from './ai-sdk/model-settings.ts';
export type { PricedReply } from './ai-sdk/request-reply.ts';
export { contentToMessage, type ReplyMetadata } from './ai-sdk/content-to-message.ts';
export { messagesToPrompt } from './ai-sdk/messages-to-prompt.ts';
export { commandAgent, type CommandAgentOptions } from './command/command-agent.ts';
export { CommandError, splitCommandLine, type Command } from './command/command-line.ts';
export { agentBuiltinEcho, createLocalAgent } from './local-agent.ts';
export { createPassagesAgent } from './passages-agent.ts';
export { loadLocalEmbedder, LOCAL_MODEL, type LocalEmbedder } from './embedding/local-embedder.ts';
export { withVectorCache, type VectorCacheOptions } from './embedding/vector-cache.ts';
export {
  createModelEmbedder,
  mayBeEmbeddingModel,
  type Embedder,
  type EmbedderOptions,
} from './embedding/create-embedder.ts';
export {
  createQuestionEmbedder,
  type QuestionEmbedder,
  type QuestionEmbedderOptions,
  type QuestionVectors,
} from './embedding/question-vectors.ts';
export type { CalledModel } from './failure/failure-kinds.ts';
export { listModels, type ListModelsOptions } from './listing/list-models.ts';
export type { ListedModel, ProviderModels } from './listing/provider-models.ts';
export { createPatternRunner, type PatternRunner } from './pattern-runner.ts';
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from './model-error.ts';
export { lookUpContextWindow, getContextWindowOrDefault } from './provider/context-window.ts';
export { createAgent, type CreateAgentOptions } from './provider/create-agent.ts';
export type { EnvironmentVariables } from './provider/environment-variables.ts';
export type { KnownModel } from './provider/known-model.ts';
export { modelFromEnv } from './provider/model-from-env.ts';
export { withTurnModel } from './provider/turn-model.ts';
export { suggestProvider, parseModelName, type ModelName } from './provider/model-name.ts';
export type { PriceKey } from './provider/price-list.ts';
export { loadReplyPricer, type ModelPrice, type PriceTable } from './provider/reply-price.ts';
export {
  PROVIDERS,
  findProvider,
  type Provider,
  type ProviderKind,
  type ProviderName,
} from './provider/providers.ts';
export { resolveModel, type ModelChoice, type ResolvedModel } from './provider/resolve-model.ts';
export { checkScript } from './script/check-script.ts';
export { loadScript } from './script/load-script.ts';
export {
  ScriptError,
  type Rule,
  type Script,
  type TextCondition,
  type RuleReply,
  type ScriptedCall,
  type SayOrCall,
  type ToolResultCondition,
  type When,
} from './script/script.ts';
export {
  scriptedAgent,
  type ScriptedAgentOptions,
  type ScriptedOutput,
  type ScriptedOutputs,
} from './script/scripted-agent.ts';
export { parseRetryAfterMs as retryAfterMs } from '#protocols/http';
export { withTimeout } from './with-timeout.ts';
