import { hasRemoteTask, type Replay } from '../../core/index.ts';
import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import { abortable } from './abortable.ts';
import { isElicited, openCall, respondTo, type Elicited, type OpenCall } from './elicited.ts';

/** The dependencies of `makeCall`. */
export interface CallSite {
  readonly elicited: Elicited;
  /** Sends the call. Failures are returned as results for the model. */
  readonly make: (call: OpenCall, signal: AbortSignal) => Promise<ToolResult>;
  readonly replay: () => Promise<Replay | undefined>;
}

/**
 * Runs a call until it has a result, or until the server asks the user. A waiting call stays open
 * and continues with the answer. If it cannot continue, because the process was restarted or the
 * server gave up, it is repeated if its tool permits that; otherwise the model receives an error.
 */
export async function makeCall(
  { name }: ToolInvocation,
  context: ToolContext,
  site: CallSite,
): Promise<ToolResult> {
  const { answers = [], signal } = context;
  const given = answers.filter(isElicited);
  const answer = given.at(-1);
  if (!answer || answers.at(-1) !== answer)
    return upToRest(openCall(given, site.make), signal, site);
  const waiting = site.elicited.take(answer);
  if (waiting && !waiting.isOver) {
    respondTo(waiting, answer);
    return upToRest(waiting, signal, site);
  }
  // For a call with a task on the server, a repetition only polls the task.
  const replay = hasRemoteTask(context) ? 'safe' : await site.replay();
  if (replay === 'safe' || replay === 'key')
    return upToRest(openCall(given, site.make), signal, site);
  if (waiting) return withNotes(await waiting.outcome, waiting.notes);
  const content = `${name} was cut off while it waited for the answer of the user, and may have run`;
  return { content, isError: true };
}

/** Waits until the call has a result, or the server asks a question. */
async function upToRest(
  call: OpenCall,
  signal: AbortSignal,
  { elicited }: CallSite,
): Promise<ToolResult> {
  const stop = (): void => call.stop(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const asked = call.asked.promise.then(() => undefined);
    const result = await abortable(Promise.race([call.outcome, asked]), signal);
    if (result) return withNotes(result, call.notes);
    const question = call.waiting?.question;
    return question
      ? { content: '', question: elicited.keep(call, question) }
      : await abortable(call.outcome, signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function withNotes(result: ToolResult, notes: readonly string[]): ToolResult {
  if (notes.length === 0 || result.question) return result;
  return { ...result, content: [result.content, ...notes.map((note) => `[${note}]`)].join('\n') };
}
