import {
  ACCEPTED_MODES_META,
  omitUndefined,
  readFlag,
  readObject,
  readId,
  readIds,
  readTexts,
  reportField,
  requireId,
  requireObject,
  type ContentPart,
  type Fields,
  type JsonObject,
  type JsonValue,
  type Submission,
  type TextPart,
} from '#core';
import { readHistoryLength, requireParams } from './a2a-fields.ts';
import { partsToContent, type PartsContent } from './parts-to-content.ts';
import { readPushConfig, type RequestedPushTarget } from './push-config.ts';
import { addTraceparentIfMissing } from '#protocols/trace';

/** Request to send a message: `SendMessageRequest` (section 3.2.1). */
export interface SendRequest {
  readonly submission: Omit<Submission, 'agent' | 'principal'>;
  readonly returnImmediately: boolean;
  readonly historyLength?: number;
  /** Media types that the client accepts in the answer. Empty: any. */
  readonly acceptedOutputModes: readonly string[];
  readonly push?: RequestedPushTarget;
}

/** Reads a send request in the A2A 1.0 form. Throws `A2AError`. */
export function messageToSubmission(params: JsonValue): SendRequest {
  const request = requireParams(params);
  const message = requireObject(request, 'message');
  const messageId = requireId(message, 'messageId');
  if (message.object['role'] !== 'ROLE_USER') {
    reportField(message, 'role', 'must be "ROLE_USER" (in 0.3: "user")');
  }
  const taskId = readId(message, 'taskId');
  const contextId = readId(message, 'contextId');
  const metadata = readObject(message, 'metadata')?.object;
  readTexts(message, 'extensions');
  readIds(message, 'referenceTaskIds');
  const resultsInText = taskId !== undefined;
  const read = partsToContent(message, { resultsInText });
  const asked = readConfiguration(readObject(request, 'configuration'));
  // A task stores the metadata of its first message, such as the number of earlier agent calls.
  const taskMetadata = {
    ...metadata,
    ...readObject(request, 'metadata')?.object,
    ...acceptedModesToMetadata(asked.acceptedOutputModes),
  };
  const isNew = taskId === undefined && Object.keys(taskMetadata).length > 0;
  return {
    submission: {
      messageId,
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && { contextId }),
      ...(metadata && { metadata }),
      ...contentToSubmission(read),
      ...(isNew && { start: { metadata: taskMetadata } }),
    },
    ...asked,
  };
}

/** Returns metadata with the media types that the caller accepts. Empty if the caller accepts any. */
function acceptedModesToMetadata(modes: readonly string[]): JsonObject {
  const isAny = modes.length === 0 || modes.some((mode) => ANY.includes(mode.trim()));
  return isAny ? {} : { [ACCEPTED_MODES_META]: modes };
}

const ANY: readonly string[] = ['*', '*/*'];

/** Builds the content of a submission. A single text part becomes a plain string, which models handle best. */
function contentToSubmission(
  read: PartsContent,
): Pick<Submission, 'message' | 'results' | 'approvals'> {
  const { content, results, approvals } = read;
  const [first] = content;
  const said = first && content.length === 1 && isTextOnly(first) ? first.text : content;
  return {
    ...(first && { message: { role: 'user', content: said } }),
    ...(results.length > 0 && { results }),
    ...(approvals.length > 0 && { approvals }),
  };
}

function isTextOnly(part: ContentPart): part is TextPart {
  return part.type === 'text' && Object.keys(part).length === 2;
}

function readConfiguration(configuration: Fields | undefined): Omit<SendRequest, 'submission'> {
  if (!configuration) return { returnImmediately: false, acceptedOutputModes: [] };
  const push = readObject(configuration, 'taskPushNotificationConfig');
  return omitUndefined({
    push: push && readPushConfig(push),
    returnImmediately: readFlag(configuration, 'returnImmediately') ?? false,
    historyLength: readHistoryLength(configuration),
    acceptedOutputModes: readTexts(configuration, 'acceptedOutputModes') ?? [],
  });
}

/** Adds the parent span to the metadata. A `traceparent` in the message takes precedence over the header. */
export function addTraceparentToMetadata(
  request: SendRequest,
  traceparent: string | undefined,
): SendRequest {
  if (traceparent === undefined) return request;
  const { submission } = request;
  const { start, taskId, metadata } = submission;
  const addTrace = (given: JsonObject | undefined): { readonly metadata?: JsonObject } =>
    omitUndefined({ metadata: addTraceparentIfMissing(given, traceparent) });
  const traced =
    taskId === undefined
      ? { start: { ...start, ...addTrace(start?.metadata) } }
      : addTrace(metadata);
  return { ...request, submission: { ...submission, ...traced } };
}
