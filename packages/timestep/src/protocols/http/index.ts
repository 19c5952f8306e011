export { isPublicAddress, findUrlProblem } from './address-guard.ts';
export {
  ApiKeyError,
  createApiKeyAuthentication,
  createKeyHashAuthentication,
  type ApiKey,
  type Authenticate,
} from './api-key.ts';
export {
  createBodyReader,
  createJsonReader,
  type BodyLimits,
  type BodyReader,
  type BytesBody,
  type JsonBody,
  type ReadBytes,
  type ReadJson,
  type RejectedBody,
} from './read-body.ts';
export {
  AnswerTooLargeError,
  limitResponse,
  readBodyWithLimit,
  limitFetch,
  DEFAULT_ANSWER_LIMIT,
  isAnswerTooLarge,
} from './limit-response.ts';
export {
  CredentialsError,
  identifyCaller,
  identifyPrincipal,
  getUnknownCallerHeaders,
  createUnknownCallerResponse,
  type CredentialsErrorCode,
  type Identity,
  type UnknownCaller,
} from './identify-caller.ts';
export { answerPreflight, addCorsHeaders } from './cors.ts';
export { ProxyError, createReplacementRequest, getServerUrl } from './forwarded-headers.ts';
export { isLoopback, findHostOrOriginProblem, type GuardOptions } from './host-guard.ts';
export {
  listen,
  ListenError,
  type FetchHandler,
  type ListeningServer,
  type ListenOptions,
} from './listen.ts';
export {
  createAccessTokenVerifier,
  type AccessTokenVerifier,
  type TokenRequirements,
  type TokenOptions,
} from './oauth/access-tokens.ts';
export { IssuerError, type Claims, type IssuerOptions } from './oauth/token-verifier.ts';
export {
  getMetadataPath,
  findResourceOfMetadataPath,
  getResourcePath,
} from './oauth/protected-resource.ts';
export {
  createTextBufferPool,
  createTextPieceCollector,
  type TextBufferPool,
  type TextPieces,
} from './text-pieces.ts';
export { postText, type PostedText, type PostText, type TextAnswer } from './post-text.ts';
export { UnsafeAddressError } from './public-lookup.ts';
export { createSafePost, type SafePost, type SafePostOptions } from './safe-post.ts';
export { createSafeFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts';
export {
  encodeSse,
  encodeSseBytes,
  createSseResponse,
  type SseEvent,
  type SseOptions,
} from './sse.ts';
export {
  findNetworkError,
  NetworkError,
  type NetworkErrorCode,
} from './outgoing/network-failure.ts';
export { networkFetch } from './outgoing/network-fetch.ts';
export { findProxyOfEnvironment } from './outgoing/proxy-settings.ts';
export { createEventLoopLimiter, type TakeTurn } from './event-loop-turns.ts';
export { isUnavailableStatus, isUnsent, isTransientNetworkError } from './network-errors.ts';
export {
  isUpgradeRequest,
  getWebSocketHandler,
  acceptWebSocket,
  type WebSocketHandler,
  type TextSocket,
} from './web-socket/accept-web-socket.ts';
export {
  createRetryWait,
  DEFAULT_PATIENCE_MS,
  parseRetryAfterMs,
  pauseOnRealClock,
  type RetryWait,
  type RetryWaitOptions,
} from './retry-wait.ts';
export { createRoutes, type FindRoute, type RouteMatch } from './routes.ts';
