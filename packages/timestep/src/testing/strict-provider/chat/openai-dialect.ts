import { buildOpenAiError } from '../openai-models.ts';
import type { Fault } from '../refusal.ts';
import { createPrefixedIdMaker } from '../server/create-call-id.ts';
import type { ChatDialect, ChatLimits, ChatRule } from './chat-facts.ts';
import {
  callIdLength,
  callShape,
  emptyCalls,
  missingContent,
  orphanResult,
  fileData,
  partType,
  unansweredCall,
  unknownRole,
} from './message-rules.ts';
import { modelRules } from './model-rules.ts';
import { malformedText, messagesMissing, openAiRequestRules, overWindow } from './request-rules.ts';
import {
  choiceWithoutTools,
  descriptionLength,
  responseSchema,
  toolChoice,
  toolCount,
  toolName,
  toolParameters,
} from './tool-rules.ts';

/** Rules of OpenAI, in the order in which their violations are reported. */
const OPENAI_RULES: readonly ChatRule[] = [
  malformedText,
  ...openAiRequestRules,
  unknownRole,
  emptyCalls,
  callShape,
  partType,
  fileData,
  callIdLength,
  toolCount,
  toolName,
  descriptionLength,
  toolParameters,
  responseSchema,
  choiceWithoutTools,
  toolChoice,
  ...modelRules,
  orphanResult,
  unansweredCall,
  missingContent,
  overWindow,
];

/** Rules shared by all hosted servers with Chat Completions. */
export const HOSTED_RULES: readonly ChatRule[] = [
  malformedText,
  messagesMissing,
  unknownRole,
  callShape,
  fileData,
  toolCount,
  toolName,
  toolParameters,
  orphanResult,
  unansweredCall,
  overWindow,
];

/** Rules that local servers share too; the order of messages is checked by their chat templates. */
export const LOCAL_RULES: readonly ChatRule[] = [
  malformedText,
  messagesMissing,
  unknownRole,
  callShape,
  toolName,
  overWindow,
];

export const OPENAI_LIMITS: ChatLimits = { tools: 128, callId: 64, description: 1_048_576 };

function describeOverflow(tokens: number, window: number): Fault {
  return {
    message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  };
}

/** Chat Completions of OpenAI, as a dialect. */
export const OPENAI: ChatDialect = {
  createCallId: createPrefixedIdMaker('call_'),
  rules: OPENAI_RULES,
  limits: OPENAI_LIMITS,
  buildErrorBody: buildOpenAiError,
  describeOverflow,
};
