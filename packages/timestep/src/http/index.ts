export { isPublicAddress, problemWithAddress } from './address-guard.ts';
export { apiKeyAuthentication, type Authenticate } from './api-key.ts';
export { DEFAULT_BODY_LIMIT, readJson, type JsonBody } from './body.ts';
export { preflightAnswer, readableByPage } from './cors.ts';
export { isLoopback, refusedHostOrOrigin, type GuardOptions } from './guard.ts';
export {
  listen,
  ListenError,
  type FetchHandler,
  type Listening,
  type ListenOptions,
} from './listen.ts';
export { retryAfterMs } from './retry-after.ts';
export {
  createSafePost,
  UnsafeAddressError,
  type SafePost,
  type SafePostOptions,
} from './safe-post.ts';
export { encodeSse, sseResponse, type SseEvent, type SseOptions } from './sse.ts';
export { isAwayStatus, isUnsent, mayPass } from './unreachable.ts';
export {
  createWaiting,
  DEFAULT_PATIENCE_MS,
  pauseFor,
  type Waiting,
  type WaitingOptions,
} from './waiting.ts';
