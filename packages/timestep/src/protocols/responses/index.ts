export type { ResponsesPrompt } from './read/read-prompt.ts';
export type {
  ResponsesAgent,
  ResponsesAgents,
  ResponsesOptions,
  ResponsesPrompts,
} from './serve/responses-options.ts';
export {
  createResponsesHandler,
  type Refusal,
  type ResponsesHandler,
} from './serve/responses-handler.ts';
export type { Item, OutputItem } from './wire/response-item.ts';
export type { ResponseEvent } from './wire/response-event.ts';
export type { ResponseObject, ResponseStatus, ResponseUsage } from './wire/response-object.ts';
export { ResponsesError } from './wire/responses-error.ts';
