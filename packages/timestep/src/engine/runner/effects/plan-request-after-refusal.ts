import {
  buildSummaryPrompt,
  cutText,
  divideForSummary,
  shortenRequestToWindow,
  getRefusalAdvice,
  getText,
  isToolOmitted,
  planAttemptWithOmissions,
  omitUndefined,
  type AssistantMessage,
  type Attempt,
  type Failure,
  type Fit,
  type Message,
  type Omission,
  type Task,
  type TaskEvent,
  type ToolSchema,
} from '#core';
import type { AgentContext, ServedAgent } from '#engine/port';
import { toFailure } from '../failure.ts';
import { isolateRefusedPart, toProbeContext } from './isolate-refused.ts';

/** A model call whose request the provider refused. */
interface RefusedCall {
  readonly task: Task;
  readonly step: number;
  readonly attempt: number;
  readonly served: Pick<ServedAgent, 'agent'>;
  /** The tools of the request, including tools that were left out on trial. */
  readonly tools: readonly ToolSchema[];
  /**
   * Builds the messages of a request without the listed parts. Undefined: a guard stops the request.
   */
  readonly buildMessages: (without: readonly Omission[]) => Promise<readonly Message[] | undefined>;
}

type RefusedEvent = Extract<TaskEvent, { readonly type: 'model.refused' }>;

/**
 * Decides what the next request omits after the provider refused a request. If the request was too
 * long, it is shortened, and the model summarizes the oldest messages if necessary. Otherwise it
 * omits what the provider named or may have meant. Undefined: the call failed for another reason,
 * or nothing is left to omit.
 */
export async function planRequestAfterRefusal(
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
    const narrowed = planAttemptWithOmissions(task, { messages, tools: call.tools }, advice);
    const isolated = narrowed && (await narrowGuessByProbes(call, narrowed, messages, context));
    return isolated && { ...event, ...isolated };
  }
  const fit = shortenRequestToWindow(task, messages, context.tools, advice);
  if (!fit) return undefined;
  const { earlier, without } = fit;
  if (!earlier) return { ...event, without };
  return { ...event, ...(await summarizeEarlierMessages(call, context, fit, earlier)) };
}

type Narrowed = Pick<RefusedEvent, 'without' | 'guess' | 'probed' | 'summarized'>;

/** Narrows a guess down by test requests, so that only the refused part stays omitted. */
async function narrowGuessByProbes(
  call: RefusedCall,
  attempt: Attempt,
  messages: readonly Message[],
  context: AgentContext,
): Promise<Narrowed | undefined> {
  const { task, served, tools: all, buildMessages } = call;
  const { known = [], count = 0 } = task.refusal ?? {};
  const following = chooseNextOmissionGuess(call, attempt, messages);
  const isLast = following?.without.some(({ kind }) => kind === 'earlier') ?? true;
  const guess = { ...attempt, known, requests: count + 1, isLast };
  const isolated = await isolateRefusedPart(guess, async (without, nth) => {
    const shown = await buildMessages(without);
    const tools = all.filter((tool) => !isToolOmitted(without, tool));
    return shown && served.agent(shown, toProbeContext({ ...context, tools }, nth));
  });
  if (!isolated) return attempt;
  const { without, accepted, requests, spent } = isolated;
  const next = without ? { ...attempt, without } : following;
  const probed = { requests, ...(accepted && { accepted }) };
  return next && { ...next, probed, summarized: omitUndefined(spent) };
}

/**
 * Chooses what to leave out next if the provider refuses the request even without the parts left out now.
 */
function chooseNextOmissionGuess(
  { task, tools }: RefusedCall,
  { guess = 0, without }: Attempt,
  messages: readonly Message[],
): Attempt | undefined {
  const { count = 0, known = [], error = NO_ERROR } = task.refusal ?? {};
  const refusal = { count: count + 1, known, error, guesses: guess, without };
  return planAttemptWithOmissions({ ...task, refusal }, { messages, tools }, {});
}

const NO_ERROR: Failure = { code: '', message: '' };

const CHARACTERS_PER_TOKEN = 4;

/** Replaces the oldest messages by a summary. If the model gives no summary, a note says that they are missing. */
async function summarizeEarlierMessages(
  { served }: RefusedCall,
  context: AgentContext,
  { without, tokens }: Fit,
  { index, messages }: NonNullable<Fit['earlier']>,
): Promise<Pick<RefusedEvent, 'without' | 'summarized'>> {
  const said = formatNewestUserMessage(messages, tokens);
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

/** Formats the user's newest message to follow the summary, because the model must answer that message. */
function formatNewestUserMessage(messages: readonly Message[], tokens: number): string {
  const newest = messages.findLast(({ role }) => role === 'user');
  if (!newest) return '';
  return `\n\nThe newest message of the user:\n\n${cutText(getText(newest), tokens)}`;
}
