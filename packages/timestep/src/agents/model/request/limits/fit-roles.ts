import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ProviderLimits } from './limits.ts';

type RoleLimits = Pick<
  ProviderLimits,
  'takesSystem' | 'takesLateSystem' | 'takesRepeatedRoles' | 'takesUserAfterResult'
>;

/**
 * Returns a prompt whose roles follow each other as the provider requires. Message indexes change
 * only for providers that refuse repeated roles, or a user message after a tool result.
 */
export function adaptRolesToProvider(
  prompt: LanguageModelV4Prompt,
  limits: RoleLimits,
): LanguageModelV4Prompt {
  const { takesSystem, takesLateSystem, takesRepeatedRoles, takesUserAfterResult } = limits;
  const fitted: LanguageModelV4Prompt = [];
  let isLate = !takesSystem;
  for (const given of prompt) {
    const message: LanguageModelV4Message =
      isLate && !takesLateSystem ? systemToUser(given) : given;
    isLate ||= message.role !== 'system';
    const last = fitted.at(-1);
    const merged = takesRepeatedRoles ? undefined : mergeMessages(last, message);
    if (merged) fitted[fitted.length - 1] = merged;
    else {
      if (last?.role === 'tool' && message.role === 'user' && !takesUserAfterResult)
        fitted.push(BRIDGE);
      fitted.push(message);
    }
  }
  return fitted;
}

const BRIDGE: LanguageModelV4Message = {
  role: 'assistant',
  content: [{ type: 'text', text: 'Done.' }],
};

function systemToUser(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== 'system') return message;
  const text = `Instructions:\n${message.content}`;
  return { role: 'user', content: [{ type: 'text', text }] };
}

function mergeMessages(
  last: LanguageModelV4Message | undefined,
  next: LanguageModelV4Message,
): LanguageModelV4Message | undefined {
  if (last?.role === 'user' && next.role === 'user')
    return { role: 'user', content: [...last.content, ...next.content] };
  if (last?.role === 'assistant' && next.role === 'assistant')
    return { role: 'assistant', content: [...last.content, ...next.content] };
  return undefined;
}
