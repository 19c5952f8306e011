import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { JsonObject, ReplySettings, TextFormat, ToolChoice } from '../../core/index.ts';
import { ModelError } from '../model-error.ts';
import type { ToolNames } from './tool-names.ts';

/** A model as its package names it. */
export interface AskedModel {
  /** Such as `openai.responses`; what stands before the dot names the package. */
  readonly provider: string;
  readonly modelId: string;
}

/** A caller's settings as options of one model. */
export type AskedOptions = Pick<
  LanguageModelV4CallOptions,
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'maxOutputTokens'
  | 'responseFormat'
  | 'reasoning'
> & { readonly providerOptions: { readonly [provider: string]: JsonObject } };

/**
 * A caller's settings as options of a call. Where the AI SDK has no common option, the provider's
 * own option is used. Where the provider has none either, the setting is refused, because callers
 * may rely on every setting. Throws `ModelError`.
 */
export function askedOptions(
  settings: ReplySettings,
  model: AskedModel,
  hasTools: boolean,
): AskedOptions {
  const { text, reasoning, parallel_tool_calls } = settings;
  const format = text?.format?.type === 'text' ? undefined : text?.format;
  const words = wordsOf(model);
  const own = {
    ...(format?.type === 'json_schema' && words.strict?.(format.strict ?? false)),
    // Parallel calls are the default; without tools there is nothing to set.
    ...(parallel_tool_calls === false &&
      hasTools &&
      known(words.oneCall, model, 'parallel_tool_calls')),
    ...(text?.verbosity !== undefined &&
      known(words.verbosity, model, 'text.verbosity')(text.verbosity)),
    ...(reasoning?.effort !== undefined && words.effort?.(reasoning.effort)),
    ...summaryOptions(settings, words, model),
  };
  if (format?.type === 'json_object' && words.needsSchema) throw refusal(model, 'text.format');
  return {
    ...samplingOf(settings),
    ...(format && { responseFormat: responseFormat(format) }),
    ...(reasoning?.effort !== undefined && !words.effort && { reasoning: reasoning.effort }),
    providerOptions: Object.keys(own).length > 0 ? { [words.name]: own } : {},
  };
}

/** What models say of their thinking where they are not asked is `auto`; more or less needs an option. */
function summaryOptions({ reasoning }: ReplySettings, words: Words, model: AskedModel): JsonObject {
  const summary = reasoning?.summary;
  if (summary === undefined) return {};
  if (summary === 'auto') return words.summary?.(summary) ?? {};
  return known(words.summary, model, 'reasoning.summary')(summary);
}

/** The settings for which the AI SDK has an option at every provider. */
function samplingOf(settings: ReplySettings): Omit<AskedOptions, 'providerOptions'> {
  const { temperature, top_p, presence_penalty, frequency_penalty, max_output_tokens } = settings;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(presence_penalty !== undefined && { presencePenalty: presence_penalty }),
    ...(frequency_penalty !== undefined && { frequencyPenalty: frequency_penalty }),
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
  };
}

/** The options of one package, where the AI SDK has no common option. */
interface Words {
  /** The name under which the package reads its options. */
  readonly name: string;
  readonly oneCall?: JsonObject;
  readonly verbosity?: (verbosity: string) => JsonObject;
  readonly strict?: (strict: boolean) => JsonObject;
  /** Absent where the package heeds the common option. */
  readonly effort?: (effort: string) => JsonObject;
  readonly summary?: (summary: string) => JsonObject;
  /** Whether the package would silently ignore that JSON is wanted without a schema. */
  readonly needsSchema?: boolean;
}

function wordsOf({ provider, modelId }: AskedModel): Words {
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
        // With an effort, the package asks for a summary by itself; only callers that want one pay for it.
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

function known<T>(word: T | undefined, model: AskedModel, setting: string): T {
  if (word === undefined) throw refusal(model, setting);
  return word;
}

function responseFormat(
  format: Exclude<TextFormat, { type: 'text' }>,
): NonNullable<LanguageModelV4CallOptions['responseFormat']> {
  if (format.type === 'json_object') return { type: 'json' };
  const { name, schema, description } = format;
  return { type: 'json', name, schema, ...(description !== undefined && { description }) };
}

/**
 * The tool choice as the AI SDK has it. A choice that no tool on offer can meet is refused. Throws
 * `ModelError`.
 */
export function toolChoiceFrom(
  choice: ToolChoice | undefined,
  names: ToolNames,
  offered: readonly LanguageModelV4FunctionTool[],
  model: AskedModel,
): LanguageModelV4ToolChoice | undefined {
  const wanted =
    typeof choice === 'object' && choice.type === 'allowed_tools' ? choice.mode : choice;
  if (typeof wanted === 'object') {
    const toolName = names.toProvider(wanted.name);
    if (offered.some((tool) => tool.name === toolName)) return { type: 'tool', toolName };
    throw refusal(model, 'tool_choice', `there is no tool ${wanted.name}`);
  }
  if (offered.length > 0) return { type: wanted ?? 'auto' };
  if (wanted === 'required') throw refusal(model, 'tool_choice', 'there is no tool to call');
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

/**
 * Throws `ModelError` where a package warns that it left out or changed a setting of the caller.
 * Its other warnings are ignored, because they are about nothing that was promised.
 */
export function refuseUnheeded(
  warnings: readonly SharedV4Warning[],
  settings: ReplySettings,
  model: AskedModel,
): void {
  for (const warning of warnings) {
    if (warning.type !== 'unsupported' && warning.type !== 'compatibility') continue;
    const setting = SETTING_OF_FEATURE.get(warning.feature);
    if (setting !== undefined && isSet(settings, setting)) {
      throw refusal(model, setting, warning.details);
    }
  }
}

function isSet(settings: ReplySettings, setting: string): boolean {
  return (
    setting
      .split('.')
      .reduce<unknown>((value, key) => (value as JsonObject | undefined)?.[key], settings) !==
    undefined
  );
}

function refusal({ provider, modelId }: AskedModel, setting: string, why?: string): ModelError {
  const because = why === undefined ? '' : ` (${why})`;
  return new ModelError(
    'unsupported-setting',
    `${modelId} at ${provider} cannot heed ${setting}${because}: leave it out, or ask another model`,
  );
}
