import { buildOpenAiError } from '../openai-models.ts';
import type { Fault } from '../refusal.ts';
import { createPrefixedId } from '../server/create-call-id.ts';
import type { ChatDialect, ChatLimits, ChatRule } from './chat-facts.ts';
import {
  callIdLength,
  callShape,
  emptyCalls,
  missingContent,
  orphanResult,
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

const OPENAI_RULES: readonly ChatRule[] = [
  malformedText,
  ...openAiRequestRules,
  unknownRole,
  emptyCalls,
  callShape,
  partType,
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

/** Rules that every server with Chat Completions shares. */
export const SHARED_RULES: readonly ChatRule[] = [
  malformedText,
  messagesMissing,
  unknownRole,
  callShape,
  toolCount,
  toolName,
  toolParameters,
  orphanResult,
  unansweredCall,
  overWindow,
];

const OPENAI_LIMITS: ChatLimits = { tools: 128, callId: 64, description: 1_048_576 };

function describeOverflow(tokens: number, window: number): Fault {
  return {
    message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  };
}

const OPENAI: ChatDialect = {
  createCallId: createPrefixedId('call_'),
  rules: OPENAI_RULES,
  limits: OPENAI_LIMITS,
  buildErrorBody: buildOpenAiError,
  describeOverflow,
};

/** Name of a server that speaks Chat Completions. `compatible` stands for any other server. */
export type ChatDialectName = 'openai' | 'azure' | 'compatible';

/** Servers that speak Chat Completions, by name. */
export const CHAT_DIALECTS: Readonly<Record<ChatDialectName, ChatDialect>> = {
  openai: OPENAI,
  azure: { ...OPENAI, limits: { ...OPENAI_LIMITS, description: 1024 } },
  compatible: { ...OPENAI, rules: SHARED_RULES, reasoningField: 'reasoning_content' },
};
