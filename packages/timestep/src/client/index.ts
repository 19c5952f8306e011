export { createClient, type AskOptions, type Client, type ClientOptions } from './client.ts';
export { ClientError, type ClientErrorCode } from './client-error.ts';
export type { ClientEvent } from './client-event.ts';
export { connectionPool } from './connection-pool.ts';
export type { Answer } from './follow-to-answer.ts';
