import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { replaceUnacceptedFiles } from './fit-media.ts';
import { adaptRolesToProvider } from './fit-roles.ts';
import type { ProviderLimits } from './limits.ts';
import { convertCallsToText } from './word-calls.ts';

/** A prompt, and whether it may contain files. */
export interface PromptContents {
  readonly prompt: LanguageModelV4Prompt;
  readonly mayHaveFiles: boolean;
}

/** Returns a prompt in which tool calls, roles and files are as the provider accepts them. */
export function adaptPromptToProvider(
  { prompt, mayHaveFiles }: PromptContents,
  limits: ProviderLimits,
  hasTools: boolean,
): LanguageModelV4Prompt {
  const called = hasTools || limits.takesCallsWithoutTools ? prompt : convertCallsToText(prompt);
  // The loop over the messages is skipped, because compiling it took 3 % of a process's first episodes.
  const isAccepted = !mayHaveFiles && takesAllRoles(limits);
  return isAccepted || isAcceptedPrompt(called, limits)
    ? called
    : replaceUnacceptedFiles(adaptRolesToProvider(called, limits), limits.media);
}

function takesAllRoles(limits: ProviderLimits): boolean {
  const { takesSystem, takesLateSystem, takesRepeatedRoles, takesUserAfterResult } = limits;
  return takesSystem && takesLateSystem && takesRepeatedRoles && takesUserAfterResult;
}

/**
 * Whether a prompt can be sent unchanged: it has no files, and the order of its roles is accepted by the
 * provider.
 */
function isAcceptedPrompt(prompt: LanguageModelV4Prompt, limits: ProviderLimits): boolean {
  let last: LanguageModelV4Prompt[number]['role'] = 'system';
  // Fast code: see `check-transcript.ts` for the loops.
  for (let index = 0; index < prompt.length; index += 1) {
    const message = prompt[index];
    if (!message) return false;
    const { role } = message;
    switch (role) {
      case 'system':
        if (!limits.takesSystem || (last !== 'system' && !limits.takesLateSystem)) return false;
        break;
      case 'user':
        if (last === 'user' && !limits.takesRepeatedRoles) return false;
        if (last === 'tool' && !limits.takesUserAfterResult) return false;
        if (hasFiles(message.content)) return false;
        break;
      case 'assistant':
        if (last === 'assistant' && !limits.takesRepeatedRoles) return false;
        break;
      case 'tool':
        break;
    }
    last = role;
  }
  return true;
}

function hasFiles(content: readonly { readonly type: string }[]): boolean {
  for (let at = 0; at < content.length; at += 1) if (content[at]?.type === 'file') return true;
  return false;
}
