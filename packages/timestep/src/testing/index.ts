export { agentStorageSuite, type AgentStorageCase } from './agent-storage-suite.ts';
export { createChangingAgents, type ChangingAgents } from './changing-agents.ts';
export {
  fileStoreSuite,
  type CreateFileStore,
  type FileStoreCase,
  type FileStoreLimits,
} from './file-store-suite.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { type CacheName } from './prompt-cache/cache-facts.ts';
export {
  countCachedTokens,
  createPromptCache,
  type CacheCount,
  type CachedRequest,
} from './prompt-cache/count-cached.ts';
export { outboxSuite, type OutboxCase, type OutboxUnderTest } from './outbox-suite.ts';
export {
  responseStoreSuite,
  type CreateResponseStore,
  type ResponseStoreCase,
} from './response-store-suite.ts';
export type { CreateRunner, RunnerCase } from './runner-case.ts';
export { runnerSuite } from './runner-suite.ts';
export {
  sessionStoreSuite,
  type CreateSessionStore,
  type SessionStoreCase,
} from './session-store-suite.ts';
export { findAnthropicRefusal } from './strict-provider/anthropic/find-anthropic-refusal.ts';
export type { ChatDialectName } from './strict-provider/chat/dialects.ts';
export { findChatRefusal } from './strict-provider/chat/find-chat-refusal.ts';
export { findBedrockRefusal } from './strict-provider/bedrock/find-bedrock-refusal.ts';
export { findGeminiRefusal } from './strict-provider/gemini/find-gemini-refusal.ts';
export { findResponsesRefusal } from './strict-provider/responses/find-responses-refusal.ts';
export type { StrictRequest } from './strict-provider/server/answer-request.ts';
export type {
  StrictFinish,
  StrictReply,
  StrictToolCall,
  StrictUsage,
} from './strict-provider/server/strict-reply.ts';
export type { RequestSummary, WireName } from './strict-provider/server/wire-codec.ts';
export {
  startStrictProvider,
  type StrictProvider,
  type StrictProviderOptions,
} from './strict-provider/start-strict-provider.ts';
export type { Refusal } from './strict-provider/refusal.ts';
export { isSigned, signReasoning, type SigningProvider } from './strict-provider/signature.ts';
export {
  taskListingSuite,
  type TaskListingCase,
  type ListingUnderTest,
} from './task-listing-suite.ts';
export {
  traceStoreSuite,
  type TraceStoreCase,
  type TraceStoreUnderTest,
} from './trace-store-suite.ts';
export {
  vectorStoreSuite,
  type CreateVectorStore,
  type VectorStoreLimits,
  type VectorStoreCase,
} from './vector-store-suite.ts';
export {
  versionStoreSuite,
  type VersionStoreCase,
  type VersionStoreUnderTest,
} from './version-store-suite.ts';
export { createStrangeTexts, findHiddenCharacters, FORGED } from './strange-texts.ts';
export { formatKillReport } from './kills/format-kill-report.ts';
export type { KillFault } from './kills/find-story-faults.ts';
export {
  killAtEveryPoint,
  type KillOptions,
  type KillReport,
} from './kills/kill-at-every-point.ts';
export type {
  KillStory,
  OpenStoryBackend,
  StoryAgent,
  StoryMessage,
  StoryBackendDeps,
} from './kills/kill-story.ts';
export { runKillStory } from './kills/run-kill-story.ts';
