import {
  MAX_VALUE_DEPTH,
  repairJson,
  type Artifact,
  type AwaitedTask,
  type ContentPart,
  type Question,
  type QuestionAnswer,
  type TaskWait,
  type TextPart,
} from '#core';
import type { ToolContext } from '#engine/port';
import { prepareArgumentsSchema, type SchemaLike } from './schema.ts';

/** Context of a tool's function: facts about the call, and the functions `ask`, `waitFor` and `give`. */
export interface ToolFnContext extends ToolContext {
  /** Answers of the user to the questions of this call, oldest first. */
  readonly answers: readonly QuestionAnswer[];
  /**
   * Asks the user a question: return the result of `ask`. The function is then called again, with
   * the answer in `answers`.
   */
  readonly ask: (question: string | QuestionOptions) => AskedQuestion;
  /** Outcomes of the tasks that this call has waited for, oldest first. */
  readonly awaited: readonly AwaitedTask[];
  /**
   * Waits for another task of the same runner and principal: return the result of `waitFor`. The
   * function is called again, with the outcome in `awaited`, when that task ends, needs input or is
   * late.
   */
  readonly waitFor: (taskId: string, options?: Omit<TaskWait, 'task_id'>) => SuspendedCall;
  /** Gives the user an artifact. It replaces an artifact with the same id; with `append`, its parts are added. */
  readonly give: (gift: NewArtifact, options?: { readonly append?: boolean }) => void;
}

/** A question from a tool. The schema must describe an object. */
export interface QuestionOptions extends Omit<Question, 'schema'> {
  readonly schema?: SchemaLike;
}

/** An artifact from a tool. Its id defaults to its name. A string stands for one text part. */
export interface NewArtifact extends Omit<Artifact, 'artifact_id' | 'parts'> {
  readonly artifact_id?: string;
  readonly parts: string | readonly ContentPart[];
}

/** Marks the result of `ask`. The symbol is global, so that two copies of the package share it. */
const ASKED: unique symbol = Symbol.for('timestep.asked') as typeof ASKED;

/** A question that a tool returns instead of a result. */
export interface AskedQuestion {
  readonly [ASKED]: Question;
}

/** Returns the question in a tool's return value, or `undefined` if it is a result. */
export function getQuestionOfReturnValue(value: unknown): Question | undefined {
  return typeof value === 'object' && value !== null && ASKED in value
    ? (value as AskedQuestion)[ASKED]
    : undefined;
}

/**
 * Marks the result of `waitFor`. The symbol is global, so that two copies of the package share it.
 */
const SUSPENDED: unique symbol = Symbol.for('timestep.suspended') as typeof SUSPENDED;

/** A wait for a task, which a tool returns instead of a result. */
export interface SuspendedCall {
  readonly [SUSPENDED]: TaskWait;
}

/** Returns the task to wait for in a tool's return value, or `undefined` if it is a result. */
export function getAwaitedTaskOfReturnValue(value: unknown): TaskWait | undefined {
  return typeof value === 'object' && value !== null && SUSPENDED in value
    ? (value as SuspendedCall)[SUSPENDED]
    : undefined;
}

/** The functions `ask`, `waitFor` and `give` of one call, and the artifacts created so far. */
export interface CallFunctions {
  readonly ways: Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'>;
  readonly gifts: () => readonly Artifact[];
}

/** Creates the functions of a call. An artifact without a name gets an id that begins with the prefix. */
export function createCallFunctions(
  tool: string,
  idPrefix: string,
  emit?: ToolContext['emit'],
): CallFunctions {
  let gifts: GivenArtifacts | undefined;
  const ways: CallFunctions['ways'] = {
    ask(question) {
      const { schema, ...rest } = typeof question === 'string' ? { text: question } : question;
      return {
        [ASKED]: { ...rest, ...(schema && { schema: prepareArgumentsSchema(tool, schema).json }) },
      };
    },
    waitFor: (taskId, options = {}) => ({ [SUSPENDED]: { ...options, task_id: taskId } }),
    give(gift, { append = false } = {}) {
      // The maps are created only when needed, because most calls create no artifacts.
      gifts ??= { given: new Map(), pieces: new Map() };
      const { given, pieces } = gifts;
      const { artifact_id = gift.name ?? `${idPrefix}:${given.size + 1}`, parts, ...said } = gift;
      const list: readonly ContentPart[] =
        typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts.map(repairDataPart);
      const piece: Artifact = { ...said, artifact_id, parts: list };
      const before = append ? given.get(artifact_id) : undefined;
      const whole = before
        ? { ...before, ...piece, parts: appendParts(before.parts, list) }
        : piece;
      given.set(artifact_id, whole);
      const index = before ? (pieces.get(artifact_id) ?? 0) : 0;
      pieces.set(artifact_id, index + 1);
      emit?.({ type: 'artifact', artifact: piece, append: index > 0, index });
    },
  };
  return { ways, gifts: () => (gifts ? [...gifts.given.values()] : NO_ARTIFACTS) };
}

/**
 * Repairs the Unicode of data, but not of texts: a text may end within a character that the next
 * part completes.
 */
function repairDataPart(part: ContentPart): ContentPart {
  return part.type === 'data' ? repairJson(part, MAX_VALUE_DEPTH) : part;
}

interface GivenArtifacts {
  readonly given: Map<string, Artifact>;
  readonly pieces: Map<string, number>;
}

const NO_ARTIFACTS: readonly Artifact[] = [];

/** Appends parts to an artifact. Adjacent text parts of the same file become one text part. */
function appendParts(before: readonly ContentPart[], added: readonly ContentPart[]): ContentPart[] {
  const parts = [...before];
  for (const part of added) {
    const last = parts.at(-1);
    if (last?.type === 'text' && part.type === 'text' && canJoinTextParts(last, part)) {
      parts[parts.length - 1] = { ...part, text: last.text + part.text };
    } else {
      parts.push(part);
    }
  }
  return parts;
}

function canJoinTextParts(last: TextPart, part: TextPart): boolean {
  const isPlain = last.metadata === undefined && part.metadata === undefined;
  return isPlain && last.media_type === part.media_type && last.filename === part.filename;
}
