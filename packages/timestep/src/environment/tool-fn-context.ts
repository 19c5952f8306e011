import type {
  Artifact,
  AwaitedTask,
  ContentPart,
  Question,
  QuestionAnswer,
  TaskWait,
  TextPart,
} from '../core/index.ts';
import type { ToolContext } from '../port/index.ts';
import { hoistArguments, type SchemaLike } from './schema.ts';

/** What a tool's function receives with its arguments: ways to ask the user, to wait, and to give. */
export interface ToolFnContext extends ToolContext {
  /** What the user answered to the questions of this call, oldest first; empty before the first. */
  readonly answers: readonly QuestionAnswer[];
  /**
   * Asks the user: return what it returns. The task waits, and the function is called again, from its
   * beginning, with the answer in `answers`.
   */
  readonly ask: (question: string | QuestionOptions) => AskedQuestion;
  /** What became of the tasks that this call has waited for, oldest first; empty before the first. */
  readonly awaited: readonly AwaitedTask[];
  /**
   * Waits for another task of the same runner and principal: return what it returns. The function is called
   * again, from its beginning, once that task has ended or waits for a person, or the time is over; what
   * became of it is then in `awaited`. Nothing of the call is in memory meanwhile.
   */
  readonly waitFor: (taskId: string, options?: Omit<TaskWait, 'task_id'>) => SuspendedCall;
  /**
   * Gives the user an artifact. It counts once the function returns, and replaces an earlier one with the
   * same id; with `append` its parts follow those that this call gave before, and readers see them grow.
   */
  readonly give: (gift: NewArtifact, options?: { readonly append?: boolean }) => void;
}

/** A question as a tool asks it; the schema is that of an object. */
export interface QuestionOptions extends Omit<Question, 'schema'> {
  readonly schema?: SchemaLike;
}

/** What a tool gives. The id is the name where there is none; a text stands for one part. */
export interface NewArtifact extends Omit<Artifact, 'artifact_id' | 'parts'> {
  readonly artifact_id?: string;
  readonly parts: string | readonly ContentPart[];
}

/** Marks what `ask` returns; the same in every copy of the package. */
const ASKED: unique symbol = Symbol.for('timestep.asked') as typeof ASKED;

/** A question that a tool returns in place of a result. */
export interface AskedQuestion {
  readonly [ASKED]: Question;
}

/** The question in what a tool returned; `undefined` where it returned a result. */
export function askedIn(value: unknown): Question | undefined {
  return typeof value === 'object' && value !== null && ASKED in value
    ? (value as AskedQuestion)[ASKED]
    : undefined;
}

/** Marks what `waitFor` returns; the same in every copy of the package. */
const SUSPENDED: unique symbol = Symbol.for('timestep.suspended') as typeof SUSPENDED;

/** A task to wait for, which a tool returns in place of a result. */
export interface SuspendedCall {
  readonly [SUSPENDED]: TaskWait;
}

/** The task to wait for in what a tool returned; `undefined` where it returned a result. */
export function waitIn(value: unknown): TaskWait | undefined {
  return typeof value === 'object' && value !== null && SUSPENDED in value
    ? (value as SuspendedCall)[SUSPENDED]
    : undefined;
}

/** Ways to ask, to wait and to give during one call, and what the call has given so far. */
export interface AskingContext {
  readonly ways: Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'>;
  readonly gifts: () => readonly Artifact[];
}

/**
 * Ways to ask, to wait and to give during a call of the tool with that name; `scope` names what is given without a
 * name.
 */
export function askingContext(
  tool: string,
  scope: string,
  emit?: ToolContext['emit'],
): AskingContext {
  let gifts: Gifts | undefined;
  const ways: AskingContext['ways'] = {
    ask(question) {
      const { schema, ...rest } = typeof question === 'string' ? { text: question } : question;
      return { [ASKED]: { ...rest, ...(schema && { schema: hoistArguments(tool, schema).json }) } };
    },
    waitFor: (taskId, options = {}) => ({ [SUSPENDED]: { ...options, task_id: taskId } }),
    give(gift, { append = false } = {}) {
      // Most calls give nothing.
      gifts ??= { given: new Map(), pieces: new Map() };
      const { given, pieces } = gifts;
      const { artifact_id = gift.name ?? `${scope}:${given.size + 1}`, parts, ...said } = gift;
      const list: readonly ContentPart[] =
        typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts;
      const piece: Artifact = { ...said, artifact_id, parts: list };
      const before = append ? given.get(artifact_id) : undefined;
      const whole = before ? { ...before, ...piece, parts: joined(before.parts, list) } : piece;
      given.set(artifact_id, whole);
      const index = before ? (pieces.get(artifact_id) ?? 0) : 0;
      pieces.set(artifact_id, index + 1);
      emit?.({ type: 'artifact', artifact: piece, append: index > 0, index });
    },
  };
  return { ways, gifts: () => (gifts ? [...gifts.given.values()] : NO_GIFTS) };
}

/** What a call gives, by the ids of the artifacts. */
interface Gifts {
  readonly given: Map<string, Artifact>;
  /** How many pieces of each artifact were shown since its beginning. */
  readonly pieces: Map<string, number>;
}

const NO_GIFTS: readonly Artifact[] = [];

/** Texts of one file, or of none, that follow one another become one text. */
function joined(before: readonly ContentPart[], added: readonly ContentPart[]): ContentPart[] {
  const parts = [...before];
  for (const part of added) {
    const last = parts.at(-1);
    if (last?.type === 'text' && part.type === 'text' && isContinued(last, part)) {
      parts[parts.length - 1] = { ...part, text: last.text + part.text };
    } else {
      parts.push(part);
    }
  }
  return parts;
}

function isContinued(last: TextPart, part: TextPart): boolean {
  const isPlain = last.metadata === undefined && part.metadata === undefined;
  return isPlain && last.media_type === part.media_type && last.filename === part.filename;
}
