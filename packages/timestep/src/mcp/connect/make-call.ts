import { hasRemoteTask, type Replay } from '../../core/index.ts';
import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import { abortable } from './abortable.ts';
import { isElicited, openCall, respondTo, type Elicited, type OpenCall } from './elicited.ts';

/** How a call is made that the server may ask the user about. */
export interface CallSite {
  readonly elicited: Elicited;
  /** Makes the call; every failure is a result that the model reads. */
  readonly make: (call: OpenCall, signal: AbortSignal) => Promise<ToolResult>;
  readonly replay: () => Promise<Replay | undefined>;
}

/**
 * Makes a call, up to its result or to a question of its server. The call stays open while the user
 * thinks, and goes on with the answer. Where that is not possible any more, because the process has ended
 * or the server has given up, it is made again if its tool may be called twice; the model reads it otherwise.
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
  // A call whose task is at the server only looks there.
  const replay = hasRemoteTask(context) ? 'safe' : await site.replay();
  if (replay === 'safe' || replay === 'key')
    return upToRest(openCall(given, site.make), signal, site);
  if (waiting) return withNotes(await waiting.outcome, waiting.notes);
  const content = `${name} was cut off while it waited for the answer of the user, and may have run`;
  return { content, isError: true };
}

/** Goes on until the call has a result, or the server asks. */
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
