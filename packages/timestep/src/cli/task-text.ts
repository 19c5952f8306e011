import {
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callsAwaitingClient,
  callsAwaitingTask,
  isInterrupted,
  isSuspended,
  textOf,
  type Artifact,
  type CallState,
  type ContentPart,
  type JsonObject,
  type Message,
  type Task,
} from '../core/index.ts';
import { plainLine, plainText, shortened } from './plain-text.ts';
import { counted, timeText } from './quantity.ts';
import { tableOf } from './table.ts';

/** How many characters of a message are shown. */
const MOST = 2000;

/** A task without its transcript, in snake_case like all shared data. */
export function summaryOf(task: Task): JsonObject {
  const { id, state, contextId, origin, end, usage } = task;
  return {
    id,
    state,
    agent: origin.agent,
    principal: origin.principal,
    context_id: contextId,
    created_at: timeText(task.createdAt),
    updated_at: timeText(task.updatedAt),
    steps: task.steps,
    tool_calls: task.toolCalls,
    usage: { ...usage },
    cost_usd: task.costUsd,
    waits_for: isWaiting(task) ? waitingJson(task) : null,
    reason: end?.reason ?? null,
    error: end?.error ? { ...end.error } : null,
  };
}

export function summaryText(task: Task): string[] {
  const { origin, end, costUsd, usage } = task;
  const cost = costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
  const rows = [
    ['Task', task.id],
    ['State', end ? `${task.state} (${end.reason})` : task.state],
    ...(end?.error ? [['Error', `${end.error.code}: ${end.error.message}`]] : []),
    ...(isWaiting(task) ? [['Waits for', waitingText(task)]] : []),
    ['Agent', origin.agent],
    ['Principal', origin.principal],
    ['Context', task.contextId],
    ['Created', timeText(task.createdAt)],
    ['Changed', timeText(task.updatedAt)],
    ['Work', `${counted(task.steps, 'step')}, ${counted(task.toolCalls, 'tool call')}`],
    ['Use', `${usage.total_tokens} tokens, ${cost}`],
  ];
  return tableOf(rows.map((row) => row.map(plainLine)));
}

function isWaiting(task: Task): boolean {
  return isInterrupted(task) || isSuspended(task);
}

/** What a task waits for, in words. */
function waitingText(task: Task): string {
  const results = callsAwaitingClient(task).map(callText);
  const approvals = callsAwaitingApproval(task).map(callText);
  const questions = callsAwaitingAnswer(task).map(
    ({ call, question }) => `${call.function.name} (${call.id}): ${question?.text ?? ''}`,
  );
  return [
    ...(results.length > 0 ? [`the client's results of ${results.join(', ')}`] : []),
    ...(approvals.length > 0 ? [`a person's decision about ${approvals.join(', ')}`] : []),
    ...(questions.length > 0 ? [`the user's answer to ${questions.join(', ')}`] : []),
    ...(task.model === 'asking' ? ["the user's answer to the agent"] : []),
    ...awaitedIds(task).map((id) => `the end of task ${id}`),
  ].join(' and ');
}

function waitingJson(task: Task): JsonObject {
  return {
    results: callsAwaitingClient(task).map(({ call }) => call.id),
    approvals: callsAwaitingApproval(task).map(({ call }) => call.id),
    questions: callsAwaitingAnswer(task).map(({ call, question }) => ({
      call_id: call.id,
      ...(question && structuredClone(question)),
    })),
    answers_agent: task.model === 'asking',
    ...(awaitedIds(task).length > 0 && { tasks: awaitedIds(task) }),
  };
}

/** The tasks that calls of a task wait for. */
function awaitedIds(task: Task): string[] {
  return callsAwaitingTask(task).flatMap(({ awaits }) => (awaits ? [awaits.task_id] : []));
}

/** What the task gave: one line for each artifact, and one for each of its parts. */
export function artifactLines(artifacts: readonly Artifact[]): string[] {
  return artifacts.flatMap(({ artifact_id, name = artifact_id, description, parts }) => [
    plainLine(description === undefined ? name : `${name}: ${shortened(description, MOST)}`),
    ...parts.map((part) => `  ${plainLine(partText(part))}`),
  ]);
}

/** How many characters of a part are shown. */
const MOST_OF_PART = 200;

function partText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return `text ${shortened(part.text, MOST_OF_PART)}`;
    case 'data':
      return `data ${shortened(JSON.stringify(part.data), MOST_OF_PART)}`;
    case 'image_url':
      return `image ${addressText(part.filename, part.image_url.url)}`;
    case 'file':
      return `file ${addressText(part.file.filename, part.file.url)}`;
  }
}

/** The name of a file and where it is; of content inside the address, its size. */
function addressText(filename: string | undefined, url: string): string {
  const comma = url.indexOf(',');
  const isInside = url.startsWith('data:') && comma !== -1;
  const place = isInside
    ? `${url.slice('data:'.length, comma)}, ${counted(url.length - comma - 1, 'character')}`
    : url;
  return filename === undefined ? place : `${filename} ${place}`;
}

function callText({ call }: CallState): string {
  return `${call.function.name} (${call.id})`;
}

/** The messages, each under its role; further lines are indented. */
export function transcriptLines(transcript: readonly Message[]): string[] {
  return transcript.flatMap((message) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const said = plainText(shortened(textOf(message), MOST));
    const lines = said === '' ? [] : said.split('\n');
    const called = calls.map(({ id, function: { name, arguments: given } }) =>
      plainLine(`calls ${name} ${shortened(given, MOST)} (${id})`),
    );
    const answers = message.role === 'tool' ? [plainLine(`answers ${message.tool_call_id}`)] : [];
    return labelled(message.role, [...answers, ...lines, ...called]);
  });
}

function labelled(role: string, lines: readonly string[]): string[] {
  const [first = '', ...rest] = lines;
  return [
    `${role.padEnd(9)}  ${first}`.trimEnd(),
    ...rest.map((line) => `${' '.repeat(11)}${line}`),
  ];
}
