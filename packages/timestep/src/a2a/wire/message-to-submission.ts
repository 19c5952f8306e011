import {
  ACCEPTED_MODES_META,
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type Submission,
  type TextPart,
  type UserMessage,
} from '../../core/index.ts';
import { invalidParams } from './a2a-error.ts';
import { partsToContent, type PartsContent } from './parts-to-content.ts';
import { pushWishIn, type PushWish } from './push-config.ts';
import {
  asObject,
  readBoolean,
  readInteger,
  readObject,
  readString,
  readStrings,
  requireString,
} from './read-fields.ts';

/** What a client asks for when it sends a message (`SendMessageRequest`, section 3.2.1). */
export interface SendRequest {
  readonly submission: Omit<Submission, 'agent' | 'principal'>;
  readonly returnImmediately: boolean;
  readonly historyLength: number | undefined;
  /** The media types that the sender accepts answers in; none: any. */
  readonly acceptedOutputModes: readonly string[];
  /** Where to send notifications about the task. */
  readonly push?: PushWish;
}

/** Reads the parameters of a send in their 1.0 form; throws `A2AError` when they cannot be used. */
export function messageToSubmission(params: JsonValue): SendRequest {
  const request = asObject(params, 'params');
  const message = asObject(request['message'], 'message');
  const messageId = requireString(message, 'messageId', 'message.messageId');
  if (message['role'] !== 'ROLE_USER') {
    throw invalidParams('message.role', 'must be "ROLE_USER" (in 0.3: "user")');
  }
  const taskId = readString(message, 'taskId', 'message.taskId');
  const contextId = readString(message, 'contextId', 'message.contextId');
  const metadata = readObject(message, 'metadata', 'message.metadata');
  readStrings(message, 'extensions', 'message.extensions');
  readStrings(message, 'referenceTaskIds', 'message.referenceTaskIds');
  const resultsInText = taskId !== undefined;
  const read = partsToContent(message['parts'], 'message.parts', { resultsInText });
  const asked = configurationOf(request['configuration']);
  // A task keeps the metadata of its first message, such as how many handoffs led to it.
  const taskMetadata = {
    ...metadata,
    ...readObject(request, 'metadata'),
    ...acceptedIn(asked.acceptedOutputModes),
  };
  const isNew = taskId === undefined && Object.keys(taskMetadata).length > 0;
  return {
    submission: {
      messageId,
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && { contextId }),
      ...(metadata && { metadata }),
      ...messageOf(read),
      ...(isNew && { start: { metadata: taskMetadata } }),
    },
    ...asked,
  };
}

/** The media types that a caller accepts, for its agent: nothing where the caller accepts all. */
function acceptedIn(modes: readonly string[]): JsonObject {
  const isAny = modes.length === 0 || modes.some((mode) => ANY.includes(mode.trim()));
  return isAny ? {} : { [ACCEPTED_MODES_META]: modes };
}

const ANY: readonly string[] = ['*', '*/*'];

/** A message with one text and nothing else becomes plain text, which models know best. */
function messageOf({
  content,
  results,
  approvals,
}: PartsContent): Pick<Submission, 'message' | 'results' | 'approvals'> {
  const [first] = content;
  const message: UserMessage | undefined = first && {
    role: 'user',
    content: content.length === 1 && isBareText(first) ? first.text : content,
  };
  return {
    ...(message && { message }),
    ...(results.length > 0 && { results }),
    ...(approvals.length > 0 && { approvals }),
  };
}

function isBareText(part: ContentPart): part is TextPart {
  return part.type === 'text' && Object.keys(part).length === 2;
}

function configurationOf(given: JsonValue | undefined): Omit<SendRequest, 'submission'> {
  if (given === undefined || given === null) {
    return { returnImmediately: false, historyLength: undefined, acceptedOutputModes: [] };
  }
  const configuration = asObject(given, 'configuration');
  const modes = 'acceptedOutputModes';
  const at = 'configuration.taskPushNotificationConfig';
  const push = readObject(configuration, 'taskPushNotificationConfig', at);
  const path = 'configuration.historyLength';
  return {
    ...(push && { push: pushWishIn(push, at) }),
    returnImmediately:
      readBoolean(configuration, 'returnImmediately', 'configuration.returnImmediately') ?? false,
    historyLength: readInteger(configuration, 'historyLength', { least: 0 }, path),
    acceptedOutputModes: readStrings(configuration, modes, `configuration.${modes}`) ?? [],
  };
}
