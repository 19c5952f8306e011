import {
  buildSummaryPrompt,
  cutText,
  divideForSummary,
  fitRequest,
  getRefusalAdvice,
  getText,
  narrowRefusal,
  omitUndefined,
  type AssistantMessage,
  type Fit,
  type Message,
  type Omission,
  type Task,
  type TaskEvent,
} from '#core';
import type { AgentContext, ServedAgent } from '#engine/port';
import { toFailure } from '../failure.ts';

/** A call whose request was refused. */
interface RefusedCall {
  readonly task: Task;
  readonly step: number;
  readonly attempt: number;
  readonly served: Pick<ServedAgent, 'agent'>;
}

type RefusedEvent = Extract<TaskEvent, { readonly type: 'model.refused' }>;

/**
 * Decides what the next request leaves out after the provider refused one. A request that is too
 * long is shortened, for which the model summarizes the oldest messages; otherwise what the provider
 * named or may have meant is left out. Undefined: the call failed otherwise, or nothing is left.
 */
export async function answerRefusal(
  call: RefusedCall,
  messages: readonly Message[],
  context: AgentContext,
  thrown: unknown,
): Promise<RefusedEvent | undefined> {
  const advice = context.signal.aborted ? undefined : getRefusalAdvice(thrown);
  if (!advice) return undefined;
  const { step, attempt, task } = call;
  const error = toFailure(thrown, 'agent_failed');
  const event = { type: 'model.refused', step, attempt, error } as const;
  if (advice.reason === 'content') {
    const tools = context.tools.map((tool) => tool.function.name);
    const narrowed = narrowRefusal(task, { messages, tools }, advice);
    return narrowed && { ...event, ...narrowed };
  }
  const fit = fitRequest(task, messages, context.tools, advice);
  if (!fit) return undefined;
  const { earlier, without } = fit;
  if (!earlier) return { ...event, without };
  return { ...event, ...(await summarizeEarlier(call, context, fit, earlier)) };
}

const CHARACTERS_PER_TOKEN = 4;

/** Replaces the oldest messages by a summary. Without a summary, a note says that they are missing. */
async function summarizeEarlier(
  { served }: RefusedCall,
  context: AgentContext,
  { without, tokens }: Fit,
  { index, messages }: NonNullable<Fit['earlier']>,
): Promise<Pick<RefusedEvent, 'without' | 'summarized'>> {
  const said = formatNewestQuestion(messages, tokens);
  const [piece = ''] = divideForSummary(messages, (tokens * CHARACTERS_PER_TOKEN) / 2, 1);
  let reply: AssistantMessage | undefined;
  try {
    const { settings: _settings, outputFormat: _format, called: _called, ...rest } = context;
    const key = `${context.key}:summary`;
    const quiet = { ...rest, key, tools: [], emit: () => undefined };
    reply = await served.agent(buildSummaryPrompt(piece), quiet);
  } catch {
    context.signal.throwIfAborted();
  }
  const text = reply ? getText(reply).trim() : '';
  if (!reply || text === '') return { without: [...without, { kind: 'earlier', index }] };
  const { usage, cost_usd } = reply;
  const summary = `Summary of the conversation so far:\n\n${text}${said}`;
  const omission: Omission = { kind: 'earlier', index, summary };
  return {
    without: [...without, omission],
    summarized: omitUndefined({ usage, cost_usd }),
  };
}

/** The model answers the newest message of the user, which therefore follows the summary. */
function formatNewestQuestion(messages: readonly Message[], tokens: number): string {
  const newest = messages.findLast(({ role }) => role === 'user');
  if (!newest) return '';
  return `\n\nThe newest message of the user:\n\n${cutText(getText(newest), tokens)}`;
}
