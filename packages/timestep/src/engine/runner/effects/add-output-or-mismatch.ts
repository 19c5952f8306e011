import {
  createOutputMismatch,
  parseJson,
  type AssistantMessage,
  type JsonValue,
  type Task,
  type TaskEvent,
} from '#core';
import type { AgentOutput } from '#engine/port';

type RepliedEvent = Extract<TaskEvent, { readonly type: 'model.replied' }>;

/** Checks a final answer against the output schema. Adds the parsed data, or the mismatch, to the event. */
export async function addOutputOrMismatch(
  task: Task,
  output: AgentOutput,
  event: RepliedEvent,
): Promise<RepliedEvent> {
  const { message } = event;
  const { tool_calls: calls = [], expects_reply, reply_as } = message;
  if (calls.length > 0 || expects_reply === true || reply_as !== undefined) return event;
  const text = message.content ?? '';
  const parsed = findJsonInAnswer(text);
  if (parsed === undefined) {
    return createMismatchEvent(task, event, describeNonJsonAnswer(message));
  }
  const checked = await output.check(parsed);
  if (!checked.ok) return createMismatchEvent(task, event, checked.issues);
  const json: string | undefined = JSON.stringify(checked.value);
  if (json === undefined) return createMismatchEvent(task, event, 'the answer is not JSON');
  const content = isJsonTextOf(text, json) ? text : json;
  return { ...event, message: { ...message, content, output: JSON.parse(json) as JsonValue } };
}

/**
 * Moves an answer that does not match the output schema from `content` to `mismatch`, so that no reader takes
 * it for a valid answer.
 */
function createMismatchEvent(task: Task, event: RepliedEvent, issues: string): RepliedEvent {
  const { content, citations: _citations, ...message } = event.message;
  const mismatch = createOutputMismatch(task, content ?? '', issues);
  return { ...event, message: { ...message, content: '' }, mismatch };
}

function describeNonJsonAnswer({ finish_reason }: AssistantMessage): string {
  const what = 'the answer is not JSON';
  return finish_reason === 'length' ? `${what}, because it was cut at the token limit` : what;
}

/** Parses the whole text as JSON, or else its last code block that is JSON. */
function findJsonInAnswer(text: string): JsonValue | undefined {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  return listCodeBlocks(text)
    .map(parseJson)
    .findLast((value) => value !== undefined);
}

const FENCE = '```';

function listCodeBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: string[] | undefined;
  for (const line of text.split('\n')) {
    if (!line.trimStart().startsWith(FENCE)) open?.push(line);
    else if (open) {
      blocks.push(open.join('\n'));
      open = undefined;
    } else open = [];
  }
  return blocks;
}

/**
 * Returns whether a text is exactly this JSON, which must not be reformatted: providers compare
 * replies with their metadata.
 */
function isJsonTextOf(text: string, json: string): boolean {
  const written = parseJson(text);
  return written !== undefined && JSON.stringify(written) === json;
}
