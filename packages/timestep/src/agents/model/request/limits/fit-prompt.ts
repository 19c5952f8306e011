import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { fitMedia } from './fit-media.ts';
import { fitRoles } from './fit-roles.ts';
import type { ProviderLimits } from './limits.ts';
import { convertCallsToText } from './word-calls.ts';

/** Returns a prompt in which tool calls, roles and files are as the provider accepts them. */
export function fitPrompt(
  prompt: LanguageModelV4Prompt,
  limits: ProviderLimits,
  hasTools: boolean,
): LanguageModelV4Prompt {
  const called = hasTools || limits.takesCallsWithoutTools ? prompt : convertCallsToText(prompt);
  return fitMedia(fitRoles(called, limits), limits.media);
}
