import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { ToolSchema } from '#core';
import { schemaToAiSdkTool } from '../../ai-sdk/ai-sdk-tool.ts';
import type { ToolNameMap } from '../../ai-sdk/tool-name-map.ts';
import { cutTextToLimit } from '../transcript/clean-text.ts';
import type { ProviderLimits } from '../limits/limits.ts';
import { createStrictBudget } from './strict-budget.ts';
import type { ToPortableSchema } from './portable-schema.ts';

/** The tools of a request, and one sentence for each omitted tool. */
export interface OfferedTools {
  readonly tools: LanguageModelV4FunctionTool[];
  readonly leftOut: readonly string[];
  /** Sentences that say what was removed from offered tools. */
  readonly changed: readonly string[];
}

interface OfferOptions {
  readonly names: ToolNameMap;
  readonly toPortable: ToPortableSchema;
  readonly limits: Pick<ProviderLimits, 'tools' | 'description' | 'strict'>;
  /** Name of a tool that the model must call, which is kept even if there are too many tools. */
  readonly forced: string | undefined;
}

export function convertToolsForProvider(
  tools: readonly ToolSchema[],
  { names, toPortable, limits, forced }: OfferOptions,
): OfferedTools {
  const most = limits.tools ?? Infinity;
  const offered: LanguageModelV4FunctionTool[] = [];
  const leftOut: string[] = [];
  const changed: string[] = [];
  const used = new Set<string>();
  const mayBeStrict = limits.strict === 'anthropic' ? createStrictBudget() : undefined;
  let waiting = forced === undefined ? 0 : 1;
  for (const tool of tools) {
    const { name } = tool.function;
    const { problem, strict, schema } = toPortable(tool.function.parameters, tool.function.strict);
    if (name === forced) waiting = 0;
    if (used.has(name)) leftOut.push(`a second tool named ${name}`);
    else if (problem !== undefined) leftOut.push(`${name} (${problem})`);
    else if (offered.length + waiting >= most)
      leftOut.push(`${name} (the model provider accepts ${most} tools)`);
    else {
      used.add(name);
      const isOver = strict && mayBeStrict?.(schema) === false;
      if (tool.function.strict === true && (!strict || isOver)) changed.push(`"strict" of ${name}`);
      const converted = schemaToAiSdkTool(
        isOver ? removeStrictFlag(tool) : tool,
        names,
        toPortable,
      );
      offered.push(shortenToolDescription(converted, limits.description));
    }
  }
  return { tools: offered.toSorted(compareNames), leftOut, changed };
}

function removeStrictFlag({ type, function: { strict: _strict, ...own } }: ToolSchema): ToolSchema {
  return { type, function: own };
}

/** Sorts tools by name, because servers may change their order and prompt caches depend on it. */
function compareNames(a: LanguageModelV4FunctionTool, b: LanguageModelV4FunctionTool): number {
  return a.name < b.name ? -1 : 1;
}

function shortenToolDescription(
  tool: LanguageModelV4FunctionTool,
  limit: number = Infinity,
): LanguageModelV4FunctionTool {
  const { description } = tool;
  if (description === undefined || description.length <= limit) return tool;
  return { ...tool, description: cutTextToLimit(description, limit) };
}

/** Formats one line that tells the model which tools were omitted. */
export function describeOmittedTools(leftOut: readonly string[]): string {
  const shown = leftOut.slice(0, MOST_NAMED).join(', ');
  const more = leftOut.length > MOST_NAMED ? ` and ${leftOut.length - MOST_NAMED} more` : '';
  return `These tools cannot be called in this conversation: ${shown}${more}.`;
}

const MOST_NAMED = 10;
