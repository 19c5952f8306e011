import {
  andThen,
  isThenable,
  formatQuestion,
  type Artifact,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '../core/index.ts';
import type { ProbeResult, ToolContext } from '../port/index.ts';
import { checkAnswers } from './check-answers.ts';
import type { CompiledTool } from './compile-tool.ts';
import type { BegunCall, CallFailure, FailedCall, OwnResult, Ran } from './ran.ts';
import { check } from './schema.ts';
import { askedIn, askingContext, waitIn, type ToolFnContext } from './tool-fn-context.ts';
import type { Tool } from './tool.ts';

/** What is known of a call beside its tool and its arguments. */
export interface CallFacts {
  /** Passed to the function, with ways to ask, to wait and to give. */
  readonly context: CallContext;
  /** Whether a person decides about each tool that does not say so itself and does not only read. */
  readonly humanInLoop?: boolean;
  /** A question of the tool that the person has left unanswered. */
  readonly left?: Question | undefined;
  /** Reads what a function returned in a form of the protocol; `undefined`: a value. */
  readonly ownResult?: (value: unknown) => OwnResult | undefined;
  /** How calls become tasks of the protocol; absent: they cannot, and tools do not have to. */
  readonly tasks?: TaskFacts;
}

/** The context of a call; some callers over MCP send no key. */
export interface CallContext extends Omit<ToolContext, 'key'> {
  readonly key: string | undefined;
}

/** How a call becomes a task of its protocol. */
export interface TaskFacts {
  /** Makes the task; absent: the caller takes none. */
  readonly begin?: (call: BegunCall, context: never) => Promise<object>;
  /** Whether a task can ask for the approval of a person. */
  readonly canAsk: boolean;
  /** Whether tools that can only be tasks are refused. */
  readonly refusesRequired: boolean;
}

/**
 * Makes a call, the one way in which any tool is called: checks the arguments, finds out whether the approval of a
 * person is missing, runs the function and checks what it returns. Never rejects.
 */
export async function makeCall(
  compiled: CompiledTool,
  args: JsonObject,
  facts: CallFacts,
): Promise<Ran> {
  const { name, tool, input } = compiled;
  try {
    const checking = check(input, args);
    const checked = isThenable(checking) ? await checking : checking;
    if (!checked.ok) {
      return failed('bad-arguments', wrongArguments(name, checked.issues), checked.issues);
    }
    const { context, tasks, humanInLoop = false } = facts;
    const needsYes = context.approved !== true && asksFirst(tool, humanInLoop);
    if (tasks) {
      const begun = await beginTask(compiled, { args, checked: checked.value }, facts, needsYes);
      if (begun) return begun;
    }
    if (needsYes) return { is: 'unapproved', args: checked.value };
    const { left } = facts;
    if (left && !tool.unanswered) return failed('unanswered', notAnswered(left));
    const using = checkAnswers(name, left ? [] : context.answers);
    const usable = isThenable(using) ? await using : using;
    if (!usable.ok) return { is: 'question', question: usable.question };
    const { ways, gifts } = askingContext(name, context.key ?? name, context.emit);
    const given = contextOf(context, ways, usable.answers);
    const value: unknown = left
      ? await tool.unanswered?.(left, given)
      : await tool.execute(checked.value as never, given);
    const ran = ranTo(compiled, value, facts, gifts);
    return isThenable(ran) ? await ran : ran;
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return { is: 'failed', code: 'threw', text, thrown };
  }
}

/** Whether a person decides about each call: the tool says so, or else `humanInLoop` if it does not only read. */
export function asksFirst(
  { needsApproval, annotations }: Pick<Tool<never, never>, 'needsApproval' | 'annotations'>,
  humanInLoop: boolean,
): boolean {
  return needsApproval ?? (humanInLoop && annotations?.readOnlyHint !== true);
}

/** Makes a task of a call if the tool has one and the caller takes it. */
async function beginTask(
  { name, tool }: CompiledTool,
  { args, checked }: { readonly args: JsonObject; readonly checked: unknown },
  { context, tasks, ownResult }: CallFacts,
  needsYes: boolean,
): Promise<Ran | undefined> {
  const { task = 'forbidden', beforeTask } = tool;
  if (task === 'required' && tasks?.refusesRequired) return failed('only-task', onlyTask(name));
  if (!tasks?.begin || task === 'forbidden') return undefined;
  // The task asks for the approval if its caller can be asked.
  if (needsYes && !tasks.canAsk) return { is: 'unapproved', args: checked };
  const { ways } = askingContext(name, context.key ?? name, context.emit);
  const given = contextOf(context, ways, context.answers ?? []);
  const form = ownResult?.(await beforeTask?.(checked as never, given));
  if (form?.is === 'raw' && form.as === 'request')
    return { is: 'raw', raw: form.raw, artifacts: [] };
  // The task checks the arguments again, by the schema of its time.
  return { is: 'task', task: await tasks.begin({ name, arguments: args }, given) };
}

/** What a call came to whose function returned a value. */
function ranTo(
  { name, output }: CompiledTool,
  value: unknown,
  { ownResult }: CallFacts,
  gifts: () => readonly Artifact[],
): Promise<Ran> | Ran {
  const question = askedIn(value);
  if (question) return { is: 'question', question };
  const awaits = waitIn(value);
  if (awaits) return { is: 'waits', awaits };
  const form = ownResult?.(value);
  if (form?.is === 'task') return form;
  const ran: Ran = form
    ? { is: 'raw', raw: form.raw, artifacts: form.as === 'error' ? [] : gifts() }
    : { is: 'result', value, artifacts: gifts() };
  if (!output || (form && form.as !== 'result')) return ran;
  // A protocol has no word for a value that is missing.
  const plain = ownResult ? (value ?? null) : value;
  return andThen(check(output, form ? form.structured : plain), (fits): Ran => {
    if (fits.ok) return ran;
    const isMissing = form !== undefined && form.structured === undefined;
    return { ...failed('bad-result', brokenPromise(name, fits.issues), fits.issues), isMissing };
  });
}

/** The context as the function receives it: callers give what its type counts on. */
function contextOf(
  context: CallContext,
  { ask, waitFor, give }: Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'>,
  answers: readonly QuestionAnswer[],
): never {
  const { awaited = [] } = context;
  return { ...context, ask, waitFor, give, answers, awaited } as unknown as never;
}

/**
 * Asks what happened to a call that a crash cut off. A call whose arguments do not match the schema
 * was never made.
 */
export async function probeCall(
  { tool: { probe }, input }: CompiledTool,
  args: JsonObject,
  context: ToolContext,
): Promise<ProbeResult> {
  if (!probe) return 'unknown';
  const checked = await check(input, args);
  return checked.ok ? probe(checked.value as never, context) : 'unknown';
}

/** The message for arguments that do not match the schema of the tool. */
function wrongArguments(name: string, issues: string): string {
  return `invalid arguments for tool ${name}: ${issues}`;
}

/** The message for a call that is refused because it needs the approval of a person. */
export function unapproved(name: string): string {
  return `${name} needs a person's approval`;
}

/** What a model reads of a question that the person has left unanswered. */
function notAnswered(question: Question): string {
  return `the user did not answer: ${formatQuestion(question)}`;
}

function brokenPromise(name: string, issues: string): string {
  return `tool ${name} returned something other than it declares: ${issues}`;
}

function onlyTask(name: string): string {
  return `tool ${name} goes on as a task: call it with the tasks extension of 2026-07-28, at a server that keeps tasks`;
}

function failed(code: CallFailure, text: string, issues?: string): FailedCall {
  return { is: 'failed', code, text, ...(issues !== undefined && { issues }) };
}
