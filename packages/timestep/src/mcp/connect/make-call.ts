import { hasRemoteTask, type Replay } from '../../core/index.ts';
import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import { rejectOnAbort } from './reject-on-abort.ts';
import {
  isElicitationAnswer,
  startCall,
  passAnswer,
  type ElicitationHandler,
  type RunningCall,
} from './elicitation-handler.ts';

export interface MakeCallDeps {
  readonly elicitation: ElicitationHandler;
  /** Failures are returned as results for the model. */
  readonly send: (call: RunningCall, signal: AbortSignal) => Promise<ToolResult>;
  readonly replay: () => Promise<Replay | undefined>;
}

/**
 * Runs a call until it has a result, or the server asks the user; the call then stays open. If it
 * cannot continue with the answer, because the process was restarted or the server gave up, it is
 * repeated if its tool permits that.
 */
export async function makeCall(
  { name }: ToolInvocation,
  context: ToolContext,
  deps: MakeCallDeps,
): Promise<ToolResult> {
  const { answers = [], signal } = context;
  const given = answers.filter(isElicitationAnswer);
  const answer = given.at(-1);
  if (!answer || answers.at(-1) !== answer)
    return waitForResultOrQuestion(startCall(given, deps.send), signal, deps);
  const waiting = deps.elicitation.takeWaiting(answer);
  if (waiting && !waiting.isOver) {
    passAnswer(waiting, answer);
    return waitForResultOrQuestion(waiting, signal, deps);
  }
  // For a call with a task on the server, a repetition only polls the task.
  const replay = hasRemoteTask(context) ? 'safe' : await deps.replay();
  if (replay === 'safe' || replay === 'key')
    return waitForResultOrQuestion(startCall(given, deps.send), signal, deps);
  if (waiting) return addNotes(await waiting.outcome, waiting.notes);
  const content = `${name} was interrupted while it waited for the user's answer, and may have run`;
  return { content, isError: true };
}

async function waitForResultOrQuestion(
  call: RunningCall,
  signal: AbortSignal,
  { elicitation }: MakeCallDeps,
): Promise<ToolResult> {
  const stop = (): void => call.stop(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const asked = call.asked.promise.then(() => undefined);
    const result = await rejectOnAbort(Promise.race([call.outcome, asked]), signal);
    if (result) return addNotes(result, call.notes);
    const question = call.waiting?.question;
    return question
      ? { content: '', question: elicitation.storeWaiting(call, question) }
      : await rejectOnAbort(call.outcome, signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function addNotes(result: ToolResult, notes: readonly string[]): ToolResult {
  if (notes.length === 0 || result.question) return result;
  return { ...result, content: [result.content, ...notes.map((note) => `[${note}]`)].join('\n') };
}
