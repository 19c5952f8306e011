import type { Message, ToolSchema } from '#core';
import {
  createToolNameMap,
  isPortableToolName,
  type ToolNameMap,
} from '../../ai-sdk/tool-name-map.ts';
import type { ProviderLimits } from '../limits/limits.ts';
import { createArgumentNameMap, type ArgumentNames } from './argument-names.ts';
import { convertToolsForProvider, type OfferedTools } from './offer-tools.ts';
import { createSchemaConverter } from './portable-schema.ts';

/** The tools of a request, with the tool and argument names that the provider receives. */
export interface PreparedTools extends OfferedTools {
  readonly names: ToolNameMap;
  readonly argumentNames: ArgumentNames;
}

/**
 * Creates a function that prepares the tools of a request. `forced` is the name of a tool that the
 * model must call. The result for the last request is reused if the tools are the same.
 */
export function createToolPreparer(
  limits: ProviderLimits,
): (
  tools: readonly ToolSchema[],
  messages: readonly Message[],
  forced: string | undefined,
) => PreparedTools {
  const toPortable = createSchemaConverter(limits);
  let last: (PreparedTools & { readonly of: readonly ToolSchema[] }) | undefined;
  return (tools, messages, forced) => {
    // Tool names are also changed if an earlier call in the transcript has a name that the provider refuses.
    const isRemembered = forced === undefined && areAllToolNamesAccepted(messages);
    if (isRemembered && last && haveSameTools(last.of, tools)) return last;
    const names = createToolNameMap(collectToolNames(tools, messages));
    const argumentNames = createArgumentNameMap(tools, toPortable);
    const offered = convertToolsForProvider(tools, { names, toPortable, limits, forced });
    const prepared = { ...offered, names, argumentNames, of: tools };
    if (isRemembered) last = prepared;
    return prepared;
  };
}

/**
 * Compares tools by object identity: tool objects are reused between requests, but lists are not.
 */
function haveSameTools(before: readonly ToolSchema[], now: readonly ToolSchema[]): boolean {
  return (
    before === now ||
    (before.length === now.length && before.every((tool, index) => tool === now[index]))
  );
}

/**
 * Whether providers accept the tool names of all calls in the transcript. Remembers checked names,
 * because few tools are called often.
 */
function areAllToolNamesAccepted(messages: readonly Message[]): boolean {
  let accepted = '';
  // Fast code: see `check-transcript.ts` for the loops.
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    const calls = message?.role === 'assistant' && message.tool_calls;
    if (!calls) continue;
    for (let at = 0; at < calls.length; at += 1) {
      const name = calls[at]?.function.name ?? accepted;
      if (name === accepted) continue;
      if (!isPortableToolName(name)) return false;
      accepted = name;
    }
  }
  return true;
}

/** Collects the names of all tools, and of all tools called in the transcript. */
export function collectToolNames(
  tools: readonly ToolSchema[],
  messages: readonly Message[],
): Set<string> {
  const names = new Set(tools.map((tool) => tool.function.name));
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const call of message.tool_calls ?? []) names.add(call.function.name);
  }
  return names;
}
