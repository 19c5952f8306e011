import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ProviderLimits } from './limits.ts';

type RoleLimits = Pick<
  ProviderLimits,
  'takesLateSystem' | 'takesRepeatedRoles' | 'takesUserAfterResult' | 'reasoning'
>;

/**
 * Returns a prompt whose roles follow each other as the provider requires. Only prompts for
 * providers that refuse repeated roles, or a user after a result, get other indexes.
 */
export function fitRoles(prompt: LanguageModelV4Prompt, limits: RoleLimits): LanguageModelV4Prompt {
  const { takesLateSystem, takesRepeatedRoles, takesUserAfterResult, reasoning } = limits;
  if (takesLateSystem && takesRepeatedRoles && takesUserAfterResult && reasoning === 'optional') {
    return prompt;
  }
  const fitted: LanguageModelV4Prompt = [];
  let hasTurn = false;
  for (const given of prompt) {
    const message = fitReasoning(
      hasTurn && !takesLateSystem ? systemToUser(given) : given,
      reasoning,
    );
    hasTurn ||= message.role !== 'system';
    const last = fitted.at(-1);
    const merged = takesRepeatedRoles ? undefined : mergeMessages(last, message);
    if (merged) fitted[fitted.length - 1] = merged;
    else {
      if (last?.role === 'tool' && message.role === 'user' && !takesUserAfterResult)
        fitted.push(BRIDGE);
      if (message.content.length > 0) fitted.push(message);
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

/** Stands for reasoning that is not known. Providers that require reasoning refuse a blank text. */
const UNKNOWN_REASONING = { type: 'reasoning', text: '.' } as const;

function fitReasoning(
  message: LanguageModelV4Message,
  rule: ProviderLimits['reasoning'],
): LanguageModelV4Message {
  if (message.role !== 'assistant' || rule === 'optional') return message;
  const { content } = message;
  const hasReasoning = content.some(({ type }) => type === 'reasoning');
  if (rule === 'required') {
    const isCalling = content.some(({ type }) => type === 'tool-call');
    return hasReasoning || !isCalling
      ? message
      : { ...message, content: [UNKNOWN_REASONING, ...content] };
  }
  return hasReasoning
    ? { ...message, content: content.filter(({ type }) => type !== 'reasoning') }
    : message;
}
