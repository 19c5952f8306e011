// Fast code: values that are already available are not awaited, which saves 4 % of the time of a small episode.
import {
  andThen,
  isThenable,
  type Artifact,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '#core';
import type { ProbeResult, ToolContext } from '#engine/port';
import { dropInvalidAnswers } from './drop-invalid-answers.ts';
import type { CompiledTool } from './compile-tool.ts';
import type {
  TaskCall,
  CallFailure,
  FailedCall,
  ProtocolResult,
  RanCall,
  ToolCallOutcome,
} from './ran.ts';
import { convertReturnValueOrThrow } from './read-return-value.ts';
import { checkValue, type Checked, type PreparedSchema } from './schema.ts';
import {
  getQuestionOfReturnValue,
  createCallFunctions,
  getAwaitedTaskOfReturnValue,
  type ToolFnContext,
} from './tool-fn-context.ts';
import { formatLeftQuestion, type LeftQuestion } from './left-question.ts';
import type { Tool } from './tool.ts';

/** Options of a tool call, in addition to the tool and the arguments. */
export interface ToolCallOptions {
  /**
   * Context for the tool's function, to which the functions `ask`, `waitFor` and `give` are added.
   */
  readonly context: CallContext;
  /** Whether calls need a person's approval if their tool does not set it and is not read-only. */
  readonly humanInLoop?: boolean;
  readonly left?: LeftQuestion | undefined;
  /** Returns a result that is already in the form of the protocol. Undefined for a plain value. */
  readonly ownResult?: (value: unknown) => ProtocolResult | undefined;
  /**
   * Settings for calls that become tasks of the protocol (MCP). Undefined: no call becomes a task.
   */
  readonly tasks?: ProtocolTaskOptions;
}

/** The context of a call. The idempotency key is undefined if an MCP caller sends none. */
export interface CallContext extends Omit<ToolContext, 'key'> {
  readonly key: string | undefined;
}

/** Settings for a tool call that becomes a task of its protocol. */
export interface ProtocolTaskOptions {
  /** Creates the task of the call. Undefined if the caller does not support tasks. */
  readonly begin?: (call: TaskCall, context: never) => Promise<object>;
  readonly canAsk: boolean;
  /** Whether calls of tools with `task: 'required'` are refused if the caller does not support tasks. */
  readonly refusesRequired: boolean;
}

/**
 * Validates the arguments of a call, checks its approval, runs the tool's function and validates
 * the result. Never rejects.
 */
export async function executeToolCall(
  compiled: CompiledTool,
  args: JsonObject,
  facts: ToolCallOptions,
): Promise<ToolCallOutcome> {
  const { name, tool, input } = compiled;
  try {
    const checking = checkValue(input, args);
    const checked = isThenable(checking) ? await checking : checking;
    if (!checked.ok) {
      return createFailedCall(
        'bad-arguments',
        formatWrongArguments(name, checked.issues),
        checked.issues,
      );
    }
    const { context, tasks, humanInLoop = false } = facts;
    const needsYes = context.approved !== true && isApprovalRequired(tool, humanInLoop);
    if (tasks) {
      const begun = await startAsTask(compiled, { args, checked: checked.value }, facts, needsYes);
      if (begun) return begun;
    }
    if (needsYes) return { is: 'unapproved', args: checked.value };
    const { left } = facts;
    if (left && !tool.unanswered) return createFailedCall('unanswered', formatLeftQuestion(left));
    const declined = findFormIfNewestDeclined(context.answers);
    if (declined) {
      const text = formatLeftQuestion({ question: declined, isDeclined: true });
      return createFailedCall('unanswered', text);
    }
    const using = dropInvalidAnswers(name, left ? [] : context.answers);
    const usable = isThenable(using) ? await using : using;
    if (!usable.ok) return { is: 'question', question: usable.question };
    const { ways, gifts } = createCallFunctions(name, context.key ?? name, context.emit);
    const given = buildToolFnContext(context, ways, usable.answers);
    const returned: unknown = left
      ? await tool.unanswered?.(left.question, given)
      : await tool.execute(checked.value as never, given);
    const reading = convertReturnValueOrThrow(returned);
    const value = isThenable(reading) ? await reading : reading;
    const outcome = returnValueToOutcome(compiled, value, facts, gifts);
    return isThenable(outcome) ? await outcome : outcome;
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return { is: 'failed', code: 'threw', text, thrown };
  }
}

/** Returns whether a call needs approval. Default: `humanInLoop`, except for read-only tools. */
export function isApprovalRequired(
  { needsApproval, annotations }: Pick<Tool<never, never>, 'needsApproval' | 'annotations'>,
  humanInLoop: boolean,
): boolean {
  return needsApproval ?? (humanInLoop && annotations?.readOnlyHint !== true);
}

async function startAsTask(
  { name, tool }: CompiledTool,
  { args, checked }: { readonly args: JsonObject; readonly checked: unknown },
  { context, tasks, ownResult }: ToolCallOptions,
  needsYes: boolean,
): Promise<ToolCallOutcome | undefined> {
  const { task = 'forbidden', beforeTask } = tool;
  if (task === 'required' && tasks?.refusesRequired)
    return createFailedCall('only-task', formatTaskRequired(name));
  if (!tasks?.begin || task === 'forbidden') return undefined;
  // A call that becomes a task can request approval later, if its caller can be asked then.
  if (needsYes && !tasks.canAsk) return { is: 'unapproved', args: checked };
  const { ways } = createCallFunctions(name, context.key ?? name, context.emit);
  const given = buildToolFnContext(context, ways, context.answers ?? []);
  const form = ownResult?.(await beforeTask?.(checked as never, given));
  if (form?.is === 'raw' && form.as === 'request')
    return { is: 'raw', raw: form.raw, artifacts: [] };
  // The arguments are validated again when the task runs, against the tool's schema at that time.
  return { is: 'task', task: await tasks.begin({ name, arguments: args }, given) };
}

function returnValueToOutcome(
  { name, output }: CompiledTool,
  value: unknown,
  { ownResult }: ToolCallOptions,
  gifts: () => readonly Artifact[],
): Promise<ToolCallOutcome> | ToolCallOutcome {
  const question = getQuestionOfReturnValue(value);
  if (question) return { is: 'question', question };
  const awaits = getAwaitedTaskOfReturnValue(value);
  if (awaits) return { is: 'waits', awaits };
  const form = ownResult?.(value);
  if (form?.is === 'task') return form;
  const ran: RanCall = form
    ? { is: 'raw', raw: form.raw, artifacts: form.as === 'error' ? [] : gifts() }
    : { is: 'result', value, artifacts: gifts() };
  if (!output || (form && form.as !== 'result')) return ran;
  // Undefined values in the result become null, because no protocol can send `undefined`.
  const plain = ownResult ? (value ?? null) : value;
  const isMissing = form !== undefined && form.structured === undefined;
  const checking = isMissing ? NO_DATA : validateResult(output, form ? form.structured : plain);
  return andThen(checking, (fits): ToolCallOutcome => {
    if (fits.ok) return ran;
    const { issues } = fits;
    const failed = createFailedCall('bad-result', formatWrongResult(name, issues), issues);
    return { ...failed, ran, isMissing };
  });
}

const NO_DATA: Checked = {
  ok: false,
  issues: 'the result lacks the data that its schema describes',
};

/** Validates the result of a call. If its schema cannot be applied, the result counts as valid. */
function validateResult(schema: PreparedSchema, value: unknown): Promise<Checked> | Checked {
  const fits = (): Checked => ({ ok: true, value });
  try {
    const checking = checkValue(schema, value);
    return isThenable(checking) ? checking.catch(fits) : checking;
  } catch {
    return fits();
  }
}

/** Builds the context of a call. The caller ensures that the tool's function expects this type. */
function buildToolFnContext(
  context: CallContext,
  { ask, waitFor, give }: Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'>,
  answers: readonly QuestionAnswer[],
): never {
  const { awaited = [] } = context;
  return { ...context, ask, waitFor, give, answers, awaited } as unknown as never;
}

/** Asks a tool for the result of an interrupted call. Returns `unknown` if the arguments are invalid. */
export async function probeInterruptedCall(
  { tool: { probe }, input }: CompiledTool,
  args: JsonObject,
  context: ToolContext,
): Promise<ProbeResult> {
  if (!probe) return 'unknown';
  const checked = await checkValue(input, args);
  return checked.ok ? probe(checked.value as never, context) : 'unknown';
}

function formatWrongArguments(name: string, issues: string): string {
  return `invalid arguments for tool ${name}: ${issues}`;
}

/** Returns the newest question if its answer must be structured data and the user declined it. */
function findFormIfNewestDeclined(answers: readonly QuestionAnswer[] = []): Question | undefined {
  const newest = answers.at(-1);
  return newest?.isDeclined && newest.question.schema ? newest.question : undefined;
}

function formatWrongResult(name: string, issues: string): string {
  return `tool ${name} has run, but its result does not match its schema: ${issues}`;
}

function formatTaskRequired(name: string): string {
  return `tool ${name} continues as a task: call it with the tasks extension of 2026-07-28, at a server that keeps tasks`;
}

function createFailedCall(code: CallFailure, text: string, issues?: string): FailedCall {
  return { is: 'failed', code, text, ...(issues !== undefined && { issues }) };
}
