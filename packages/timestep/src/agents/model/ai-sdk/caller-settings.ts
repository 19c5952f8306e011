import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { JsonObject, ReplySettings, TextFormat, ToolChoice } from '../../../core/index.ts';
import { ModelError } from '../model-error.ts';
import type { ToolNameMap } from './tool-name-map.ts';

export interface ModelIdentity {
  /** Such as `openai.responses`. The text before the dot names the package. */
  readonly provider: string;
  readonly modelId: string;
}

export type CallerOptions = Pick<
  LanguageModelV4CallOptions,
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'maxOutputTokens'
  | 'responseFormat'
  | 'reasoning'
> & { readonly providerOptions: { readonly [provider: string]: JsonObject } };

/** Throws `ModelError` for a setting without an option: callers may rely on every setting. */
export function settingsToCallOptions(
  settings: ReplySettings,
  model: ModelIdentity,
  hasTools: boolean,
): CallerOptions {
  const { text, reasoning, parallel_tool_calls } = settings;
  const format = text?.format?.type === 'text' ? undefined : text?.format;
  const words = getOptionMapping(model);
  const own = {
    ...(format?.type === 'json_schema' && words.strict?.(format.strict ?? false)),
    // Parallel calls are the default. Without tools there is nothing to set.
    ...(parallel_tool_calls === false &&
      hasTools &&
      requireOption(words.oneCall, model, 'parallel_tool_calls')),
    ...(text?.verbosity !== undefined &&
      requireOption(words.verbosity, model, 'text.verbosity')(text.verbosity)),
    ...(reasoning?.effort !== undefined && words.effort?.(reasoning.effort)),
    ...summaryToOptions(settings, words, model),
  };
  if (format?.type === 'json_object' && words.needsSchema)
    throw createUnsupportedSettingError(model, 'text.format');
  return {
    ...settingsToCommonOptions(settings),
    ...(format && { responseFormat: toResponseFormat(format) }),
    ...(reasoning?.effort !== undefined && !words.effort && { reasoning: reasoning.effort }),
    providerOptions: Object.keys(own).length > 0 ? { [words.name]: own } : {},
  };
}

/** The summary `auto` is the default of models. Any other level needs a provider option. */
function summaryToOptions(
  { reasoning }: ReplySettings,
  mapping: OptionMapping,
  model: ModelIdentity,
): JsonObject {
  const summary = reasoning?.summary;
  if (summary === undefined) return {};
  if (summary === 'auto') return mapping.summary?.(summary) ?? {};
  return requireOption(mapping.summary, model, 'reasoning.summary')(summary);
}

function settingsToCommonOptions(settings: ReplySettings): Omit<CallerOptions, 'providerOptions'> {
  const { temperature, top_p, presence_penalty, frequency_penalty, max_output_tokens } = settings;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(presence_penalty !== undefined && { presencePenalty: presence_penalty }),
    ...(frequency_penalty !== undefined && { frequencyPenalty: frequency_penalty }),
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
  };
}

/** Options of one package for settings without a common AI SDK option. */
interface OptionMapping {
  readonly name: string;
  readonly oneCall?: JsonObject;
  readonly verbosity?: (verbosity: string) => JsonObject;
  readonly strict?: (strict: boolean) => JsonObject;
  /** Undefined if the package supports the common option. */
  readonly effort?: (effort: string) => JsonObject;
  readonly summary?: (summary: string) => JsonObject;
  /** Whether the package silently ignores a request for JSON without a schema. */
  readonly needsSchema?: boolean;
}

function getOptionMapping({ provider, modelId }: ModelIdentity): OptionMapping {
  const [name = provider] = provider.split('.');
  const strict = (strictJsonSchema: boolean): JsonObject => ({ strictJsonSchema });
  const verbosity = (textVerbosity: string): JsonObject => ({ textVerbosity });
  switch (name) {
    case 'openai':
      return {
        name,
        strict,
        verbosity,
        oneCall: { parallelToolCalls: false },
        // `null` prevents the summary that the package would request: summaries cost money.
        effort: (reasoningEffort) => ({ reasoningEffort, reasoningSummary: null }),
        summary: (reasoningSummary) => ({ reasoningSummary }),
      };
    case 'openai-compatible':
    case 'ollama':
    case 'lmstudio':
      return { name, strict, verbosity, oneCall: { parallel_tool_calls: false } };
    case 'openrouter':
      return {
        name,
        verbosity: (level) => ({ verbosity: level }),
        oneCall: { parallel_tool_calls: false },
        effort: (effort) => ({ reasoning: { effort } }),
      };
    case 'anthropic':
      return { name, oneCall: { disableParallelToolUse: true } };
    case 'amazon-bedrock':
      return modelId.includes('anthropic.')
        ? { name: 'anthropic', oneCall: { disableParallelToolUse: true }, needsSchema: true }
        : { name: 'anthropic', needsSchema: true };
    default:
      return { name };
  }
}

function requireOption<T>(option: T | undefined, model: ModelIdentity, setting: string): T {
  if (option === undefined) throw createUnsupportedSettingError(model, setting);
  return option;
}

function toResponseFormat(
  format: Exclude<TextFormat, { type: 'text' }>,
): NonNullable<LanguageModelV4CallOptions['responseFormat']> {
  if (format.type === 'json_object') return { type: 'json' };
  const { name, schema, description } = format;
  return { type: 'json', name, schema, ...(description !== undefined && { description }) };
}

/** Throws `ModelError` if no offered tool can satisfy the choice. */
export function toAiSdkToolChoice(
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
    throw createUnsupportedSettingError(
      model,
      'tool_choice',
      `no tool named ${wanted.name} is offered`,
    );
  }
  if (offered.length > 0) return { type: wanted ?? 'auto' };
  if (wanted === 'required')
    throw createUnsupportedSettingError(model, 'tool_choice', 'no tools are offered');
  return undefined;
}

const SETTING_OF_FEATURE: ReadonlyMap<string, string> = new Map([
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['presencePenalty', 'presence_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['maxOutputTokens', 'max_output_tokens'],
  ['responseFormat', 'text.format'],
  ['toolChoice', 'tool_choice'],
  ['reasoning', 'reasoning.effort'],
  ['reasoningEffort', 'reasoning.effort'],
  ['reasoningSummary', 'reasoning.summary'],
  ['textVerbosity', 'text.verbosity'],
]);

/** Throws `ModelError` if a package warns that it ignored or changed a setting of the caller. */
export function throwIfSettingIgnored(
  warnings: readonly SharedV4Warning[],
  settings: ReplySettings,
  model: ModelIdentity,
): void {
  for (const warning of warnings) {
    if (warning.type !== 'unsupported' && warning.type !== 'compatibility') continue;
    const setting = SETTING_OF_FEATURE.get(warning.feature);
    if (setting !== undefined && hasSetting(settings, setting)) {
      throw createUnsupportedSettingError(model, setting, warning.details);
    }
  }
}

function hasSetting(settings: ReplySettings, setting: string): boolean {
  return (
    setting
      .split('.')
      .reduce<unknown>((value, key) => (value as JsonObject | undefined)?.[key], settings) !==
    undefined
  );
}

function createUnsupportedSettingError(
  { provider, modelId }: ModelIdentity,
  setting: string,
  reason?: string,
): ModelError {
  const because = reason === undefined ? '' : ` (${reason})`;
  return new ModelError(
    'unsupported-setting',
    `${modelId} at ${provider} does not support ${setting}${because}: remove the setting or use another model`,
  );
}
