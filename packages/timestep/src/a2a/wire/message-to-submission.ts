import {
  ACCEPTED_MODES_META,
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type Submission,
  type TextPart,
  type UserMessage,
} from '../../core/index.ts';
import { createInvalidParamsError } from './a2a-error.ts';
import { partsToContent, type PartsContent } from './parts-to-content.ts';
import { readPushConfig, type RequestedPushTarget } from './push-config.ts';
import {
  requireObject,
  readBoolean,
  readInteger,
  readObject,
  readString,
  readStringList,
  requireString,
} from './read-fields.ts';

/** The parsed parameters of a send request (`SendMessageRequest`, section 3.2.1). */
export interface SendRequest {
  readonly submission: Omit<Submission, 'agent' | 'principal'>;
  readonly returnImmediately: boolean;
  readonly historyLength: number | undefined;
  /** The media types that the sender accepts in answers. Empty: any. */
  readonly acceptedOutputModes: readonly string[];
  /** The push target for notifications about the task. */
  readonly push?: RequestedPushTarget;
}

/**
 * Parses the parameters of a send request in the 1.0 form. Throws `A2AError` if they are invalid.
 */
export function messageToSubmission(params: JsonValue): SendRequest {
  const request = requireObject(params, 'params');
  const message = requireObject(request['message'], 'message');
  const messageId = requireString(message, 'messageId', 'message.messageId');
  if (message['role'] !== 'ROLE_USER') {
    throw createInvalidParamsError('message.role', 'must be "ROLE_USER" (in 0.3: "user")');
  }
  const taskId = readString(message, 'taskId', 'message.taskId');
  const contextId = readString(message, 'contextId', 'message.contextId');
  const metadata = readObject(message, 'metadata', 'message.metadata');
  readStringList(message, 'extensions', 'message.extensions');
  readStringList(message, 'referenceTaskIds', 'message.referenceTaskIds');
  const resultsInText = taskId !== undefined;
  const read = partsToContent(message['parts'], 'message.parts', { resultsInText });
  const asked = readConfiguration(request['configuration']);
  // A task stores the metadata of its first message, such as the number of handoffs before it.
  const taskMetadata = {
    ...metadata,
    ...readObject(request, 'metadata'),
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

/**
 * Converts the accepted media types to task metadata for the agent. Empty if the caller accepts any
 * type.
 */
function acceptedModesToMetadata(modes: readonly string[]): JsonObject {
  const isAny = modes.length === 0 || modes.some((mode) => ANY.includes(mode.trim()));
  return isAny ? {} : { [ACCEPTED_MODES_META]: modes };
}

const ANY: readonly string[] = ['*', '*/*'];

/**
 * Converts content to the fields of a submission. A single text part becomes a plain string,
 * because models handle that best.
 */
function contentToSubmission({
  content,
  results,
  approvals,
}: PartsContent): Pick<Submission, 'message' | 'results' | 'approvals'> {
  const [first] = content;
  const message: UserMessage | undefined = first && {
    role: 'user',
    content: content.length === 1 && isTextOnly(first) ? first.text : content,
  };
  return {
    ...(message && { message }),
    ...(results.length > 0 && { results }),
    ...(approvals.length > 0 && { approvals }),
  };
}

function isTextOnly(part: ContentPart): part is TextPart {
  return part.type === 'text' && Object.keys(part).length === 2;
}

function readConfiguration(given: JsonValue | undefined): Omit<SendRequest, 'submission'> {
  if (given === undefined || given === null) {
    return { returnImmediately: false, historyLength: undefined, acceptedOutputModes: [] };
  }
  const configuration = requireObject(given, 'configuration');
  const modes = 'acceptedOutputModes';
  const at = 'configuration.taskPushNotificationConfig';
  const push = readObject(configuration, 'taskPushNotificationConfig', at);
  const path = 'configuration.historyLength';
  return {
    ...(push && { push: readPushConfig(push, at) }),
    returnImmediately:
      readBoolean(configuration, 'returnImmediately', 'configuration.returnImmediately') ?? false,
    historyLength: readInteger(configuration, 'historyLength', { least: 0 }, path),
    acceptedOutputModes: readStringList(configuration, modes, `configuration.${modes}`) ?? [],
  };
}
