export { agentGuard, type AgentGuardOptions } from './agent-guard.ts';
export {
  languageModelAgent,
  type LanguageModelAgentOptions,
  type ModelSettings,
  type PricedReply,
} from './ai-sdk/language-model-agent.ts';
export { messageFromContent, type ReplyFacts } from './ai-sdk/message-from-content.ts';
export { promptFromMessages } from './ai-sdk/prompt-from-messages.ts';
export { commandAgent, type CommandAgentOptions } from './command/command-agent.ts';
export { CommandError } from './command/command-error.ts';
export { parseCommandLine, type Command } from './command/command-line.ts';
export { agentBuiltinEcho } from './echo-agent.ts';
export { localAgent } from './local-agent.ts';
export { passagesAgent } from './passages-agent.ts';
export { cachedEmbedder, type CachedEmbedderOptions } from './embedding/cached-embedder.ts';
export {
  embedderFrom,
  makesVectors,
  type Embedder,
  type EmbedderOptions,
} from './embedding/embedder-from.ts';
export {
  questionEmbedder,
  type QuestionEmbedder,
  type QuestionEmbedderOptions,
  type QuestionVectors,
} from './embedding/question-vectors.ts';
export type { Called } from './error-from-thrown.ts';
export { listModels, type ListModelsOptions } from './listing/list-models.ts';
export type { ListedModel, ProviderModels } from './listing/provider-models.ts';
export { patternRunner, type PatternRunner } from './pattern-runner.ts';
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from './model-error.ts';
export { contextWindowOf, contextWindowOrDefault } from './provider/context-window.ts';
export { createAgent, type CreateAgentOptions } from './provider/create-agent.ts';
export type { EnvironmentVariables } from './provider/environment-variables.ts';
export type { KnownModel } from './provider/known-model.ts';
export { modelFromEnv } from './provider/model-from-env.ts';
export { modelOfTurn } from './provider/model-of-turn.ts';
export { parseModelName, type ModelName } from './provider/model-name.ts';
export type { PriceBy } from './provider/price-list.ts';
export { loadPrices, type ModelPrice, type PriceTable } from './provider/price.ts';
export {
  PROVIDERS,
  providerNamed,
  type Provider,
  type ProviderKind,
  type ProviderName,
} from './provider/providers.ts';
export { resolveModel, type ModelChoice, type ResolvedModel } from './provider/resolve-model.ts';
export { checkScript } from './script/check-script.ts';
export { loadScript } from './script/load-script.ts';
export type {
  Rule,
  Script,
  TextCondition,
  RuleReply,
  ScriptedCall,
  SayOrCall,
  ToolResultCondition,
  When,
} from './script/script.ts';
export { ScriptError } from './script/script-error.ts';
export {
  scriptedAgent,
  type ScriptedAgentOptions,
  type ScriptedOutput,
  type ScriptedOutputs,
} from './script/scripted-agent.ts';
export { retryAfterMs } from '../http/index.ts';
export { withRetries, type RetryOptions } from './with-retries.ts';
export { withTimeout } from './with-timeout.ts';
