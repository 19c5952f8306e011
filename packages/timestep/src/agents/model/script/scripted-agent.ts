import { setTimeout as pause } from 'node:timers/promises';
import {
  estimateTokens,
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolSchema,
  type Usage,
} from '#core';
import type { AgentContext, AgentFn } from '#engine/port';
import { createPatternRunner } from '../pattern-runner.ts';
import { checkScript } from './check-script.ts';
import { chooseScriptReply } from './choose-script-reply.ts';
import { ScriptError, type SayOrCall, type Script } from './script.ts';
import { getTranscriptState } from './transcript-state.ts';

/** A scripted reply: a text, a reply of a rule, a complete message, or an error to throw. */
export type ScriptedOutput = string | SayOrCall | AssistantMessage | Error;

/** Scripted replies for tests. Reply n answers a transcript with n − 1 replies. */
export type ScriptedOutputs =
  | readonly ScriptedOutput[]
  | ((
      messages: readonly Message[],
      context: AgentContext,
    ) => ScriptedOutput | Promise<ScriptedOutput>);

/** Options of a scripted agent: values for its placeholders, and the pace of its text. */
export interface ScriptedAgentOptions {
  /** Values for `{{name}}`, which override those of the script. */
  readonly variables?: { readonly [name: string]: string };
  /** Milliseconds between two words. Default: 0. */
  readonly wordPauseMs?: number;
}

/**
 * Replies by the rules of a script, or with given outputs: without a model, key or network. The
 * replies depend only on the transcript, so that tests and crash recovery repeat exactly. Emits
 * word by word, estimates token counts, and costs nothing.
 */
export function scriptedAgent(
  script: Script | ScriptedOutputs,
  options: ScriptedAgentOptions = {},
): AgentFn {
  const { variables, wordPauseMs = 0 } = options;
  if ('rules' in script) checkScript(script, script.name ?? 'script');
  const run = createPatternRunner();
  return async (messages, context) => {
    const situation = getTranscriptState(
      messages,
      context.tools.map((tool) => tool.function.name),
    );
    const output =
      'rules' in script
        ? chooseScriptReply(script, situation, run, variables)
        : await getScriptedOutput(script, situation.turn, messages, context);
    if (output instanceof Error) throw output;
    const message = outputToMessage(output, situation.turn);
    await streamScriptedReply(message, context, wordPauseMs);
    const usage = estimateUsage(messages, context.tools, message);
    return { usage, cost_usd: 0, ...message };
  };
}

async function getScriptedOutput(
  outputs: ScriptedOutputs,
  turn: number,
  messages: readonly Message[],
  context: AgentContext,
): Promise<ScriptedOutput> {
  if (typeof outputs === 'function') return outputs(messages, context);
  const output = outputs[turn - 1];
  if (output !== undefined) return output;
  const message = `reply ${turn} was requested, but the script has only ${outputs.length} replies`;
  throw new ScriptError('script-ended', message);
}

function outputToMessage(output: Exclude<ScriptedOutput, Error>, turn: number): AssistantMessage {
  if (typeof output === 'string') return { role: 'assistant', content: output };
  if ('role' in output) return output;
  const calls = [output.call ?? []]
    .flat()
    .map(({ tool, arguments: args = {} }, index): ToolCall => ({
      id: `call_${turn}_${index + 1}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(args) },
    }));
  return {
    role: 'assistant',
    content: output.say ?? null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

async function streamScriptedReply(
  { content, tool_calls: calls = [] }: AssistantMessage,
  context: AgentContext,
  wordPauseMs: number,
): Promise<void> {
  for (const text of splitIntoWords(content ?? '')) {
    if (wordPauseMs > 0) await pause(wordPauseMs, undefined, { signal: context.signal });
    context.emit({ type: 'text', text });
  }
  for (const [index, { id, function: called }] of calls.entries()) {
    context.emit({ type: 'tool-call', index, id, name: called.name, arguments: called.arguments });
  }
}

/** Splits a text into words, each with the space before it. */
function splitIntoWords(text: string): readonly string[] {
  const trimmed = text.trimEnd();
  if (trimmed === '') return [];
  const words = trimmed.split(/(?<=\S)(?=\s)/);
  const last = words.pop() ?? '';
  return [...words, last + text.slice(trimmed.length)];
}

export function estimateUsage(
  messages: readonly Message[],
  tools: readonly ToolSchema[],
  reply: AssistantMessage,
): Usage {
  const prompt_tokens = estimateTokens(messages, tools);
  const completion_tokens = estimateTokens([reply]);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
