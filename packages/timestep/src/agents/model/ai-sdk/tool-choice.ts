import type { LanguageModelV4FunctionTool, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import type { ToolChoice } from '#core';
import type { ModelIdentity } from './option-mapping.ts';
import type { ToolNameMap } from './tool-name-map.ts';
import { createUnsupportedSettingError } from './unsupported-settings.ts';

/** Converts a tool choice. Throws `ModelError` if no offered tool can satisfy the choice. */
export function toAiSdkToolChoiceOrThrow(
  choice: ToolChoice | undefined,
  names: ToolNameMap,
  offered: readonly LanguageModelV4FunctionTool[],
  model: ModelIdentity,
): LanguageModelV4ToolChoice | undefined {
  const wanted =
    typeof choice === 'object' && choice.type === 'allowed_tools' ? choice.mode : choice;
  if (typeof wanted === 'object') {
    const toolName = names.toProviderName(wanted.name);
    if (offered.some((tool) => tool.name === toolName)) return { type: 'tool', toolName };
    const reason = `no tool named ${wanted.name} is offered`;
    throw createUnsupportedSettingError(model, 'tool_choice', reason);
  }
  if (offered.length > 0) return { type: wanted ?? 'auto' };
  if (wanted === 'required')
    throw createUnsupportedSettingError(model, 'tool_choice', 'no tools are offered');
  return undefined;
}
