import { setTimeout as pause } from 'node:timers/promises';
import type { AssistantMessage, Message, ToolCall } from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../port/index.ts';
import { patternRunner } from '../pattern-runner.ts';
import { checkScript } from './check-script.ts';
import { replyFromScript } from './reply-from-script.ts';
import type { SayOrCall, Script } from './script.ts';
import { ScriptError } from './script-error.ts';
import { situationOf } from './situation.ts';
import { estimateUsage } from './token-estimate.ts';

/** A text, a reply, a whole message as it is, or an error to fail with. */
export type ScriptedOutput = string | SayOrCall | AssistantMessage | Error;

/** Replies of tests: reply n answers a transcript with n − 1 replies in it, in every attempt. */
export type ScriptedOutputs =
  | readonly ScriptedOutput[]
  | ((
      messages: readonly Message[],
      context: AgentContext,
    ) => ScriptedOutput | Promise<ScriptedOutput>);

/** Values for the script, and the pace at which its words are shown. */
export interface ScriptedAgentOptions {
  /** Values for `{{name}}` in a script; they override the script's own. */
  readonly variables?: { readonly [name: string]: string };
  /** Milliseconds between the words that are shown, so that people can watch; default 0. */
  readonly wordPauseMs?: number;
}

/**
 * An agent that needs no model: answers by the rules of a script, or with given outputs. It needs
 * no key and no network and depends only on the transcript, so that examples, tests and crash
 * recovery repeat exactly. It shows its words one by one, estimates token counts, and costs
 * nothing.
 */
export function scriptedAgent(
  script: Script | ScriptedOutputs,
  options: ScriptedAgentOptions = {},
): AgentFn {
  const { variables, wordPauseMs = 0 } = options;
  if ('rules' in script) checkScript(script, script.name ?? 'script');
  const run = patternRunner();
  return async (messages, context) => {
    const situation = situationOf(
      messages,
      context.tools.map((tool) => tool.function.name),
    );
    const output =
      'rules' in script
        ? replyFromScript(script, situation, run, variables)
        : await outputOf(script, situation.turn, messages, context);
    if (output instanceof Error) throw output;
    const message = messageOf(output, situation.turn);
    await show(message, context, wordPauseMs);
    const usage = estimateUsage(messages, context.tools, message);
    return { usage, cost_usd: 0, ...message };
  };
}

async function outputOf(
  outputs: ScriptedOutputs,
  turn: number,
  messages: readonly Message[],
  context: AgentContext,
): Promise<ScriptedOutput> {
  if (typeof outputs === 'function') return outputs(messages, context);
  const output = outputs[turn - 1];
  if (output !== undefined) return output;
  const message = `the script has ${outputs.length} replies, and reply ${turn} was asked for`;
  throw new ScriptError('script-ended', message);
}

function messageOf(output: Exclude<ScriptedOutput, Error>, turn: number): AssistantMessage {
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

async function show(
  { content, tool_calls: calls = [] }: AssistantMessage,
  context: AgentContext,
  wordPauseMs: number,
): Promise<void> {
  for (const text of wordsOf(content ?? '')) {
    if (wordPauseMs > 0) await pause(wordPauseMs, undefined, { signal: context.signal });
    context.emit({ type: 'text', text });
  }
  for (const [index, { id, function: called }] of calls.entries()) {
    context.emit({ type: 'tool-call', index, id, name: called.name, arguments: called.arguments });
  }
}

/** The words of a text, each with the space before it; the last one has the space after it, too. */
function wordsOf(text: string): readonly string[] {
  const trimmed = text.trimEnd();
  if (trimmed === '') return [];
  const words = trimmed.split(/(?<=\S)(?=\s)/);
  const last = words.pop() ?? '';
  return [...words, last + text.slice(trimmed.length)];
}
