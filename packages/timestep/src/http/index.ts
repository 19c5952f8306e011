export { isPublicAddress, problemWithAddress } from './address-guard.ts';
export { ApiKeyError, apiKeyAuthentication, type Authenticate } from './api-key.ts';
export {
  createBodyReader,
  createJsonReader,
  type BodyLimits,
  type BodyReader,
  type BytesBody,
  type JsonBody,
  type ReadBytes,
  type ReadJson,
  type RefusedBody,
} from './body.ts';
export {
  AnswerTooLargeError,
  boundedAnswer,
  boundedBody,
  boundedFetch,
  DEFAULT_ANSWER_LIMIT,
  isAnswerTooLarge,
} from './bounded-answer.ts';
export {
  callerOf,
  principalFrom,
  strangerHeaders,
  strangerResponse,
  type Identity,
  type Stranger,
} from './caller.ts';
export { preflightAnswer, readableByPage } from './cors.ts';
export { CredentialsError, type CredentialsErrorCode } from './credentials-error.ts';
export { ProxyError, requestInPlaceOf, serverAddress } from './forwarded.ts';
export { isLoopback, refusedHostOrOrigin, type GuardOptions } from './guard.ts';
export {
  listen,
  ListenError,
  type FetchHandler,
  type Listening,
  type ListenOptions,
} from './listen.ts';
export {
  accessTokens,
  type AccessTokens,
  type TokenDemand,
  type TokenOptions,
} from './oauth/access-tokens.ts';
export { IssuerError, type Claims, type IssuerOptions } from './oauth/issuer.ts';
export { metadataPath, resourceAsked, resourcePath } from './oauth/protected-resource.ts';
export {
  createTextMemory,
  createTextPieces,
  type TextMemory,
  type TextPieces,
} from './text-pieces.ts';
export { postText, type PostedText, type PostText, type TextAnswer } from './post-text.ts';
export { retryAfterMs } from './retry-after.ts';
export {
  createSafePost,
  UnsafeAddressError,
  type SafePost,
  type SafePostOptions,
} from './safe-post.ts';
export { encodeSse, sseOfBytes, sseResponse, type SseEvent, type SseOptions } from './sse.ts';
export { createTurns, type TakeTurn } from './turns.ts';
export { isAwayStatus, isUnsent, isTransient } from './unreachable.ts';
export {
  isUpgrade,
  talkOf,
  upgradeResponse,
  type Talk,
  type TextSocket,
} from './web-socket/upgrade.ts';
export {
  createWaiting,
  DEFAULT_PATIENCE_MS,
  pauseFor,
  type Waiting,
  type WaitingOptions,
} from './waiting.ts';
