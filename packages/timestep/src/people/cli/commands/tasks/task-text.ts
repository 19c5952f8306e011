import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingClient,
  listCallsAwaitingTask,
  isInputRequired,
  isWaitingOnlyForTasks,
  formatQuestion,
  getText,
  type Artifact,
  type CallState,
  type ContentPart,
  type JsonObject,
  type Message,
  type Task,
  formatForeignText,
  formatForeignLine,
} from '#core';
import { describeTaskOmissions, describeTaskWait } from '#engine/port';
import { describeCachedTokens } from '#people/view';
import { formatTable, truncateAndCountRest } from '../../output/plain-text.ts';
import { formatCount, formatTime } from '../../options/quantity.ts';

const MAX_CHARACTERS = 2000;

export function taskToJson(task: Task): JsonObject {
  const { id, state, contextId, origin, end, usage } = task;
  return {
    id,
    state,
    agent: origin.agent,
    principal: origin.principal,
    context_id: contextId,
    created_at: formatTime(task.createdAt),
    updated_at: formatTime(task.updatedAt),
    steps: task.steps,
    tool_calls: task.toolCalls,
    usage: { ...usage },
    cost_usd: task.costUsd,
    waits_for: isTaskWaiting(task) ? waitingToJson(task) : null,
    progress: describeTaskWait(task) ?? null,
    left_out: describeTaskOmissions(task) ?? null,
    reason: end?.reason ?? null,
    error: end?.error ? { ...end.error } : null,
  };
}

export function formatTask(task: Task): string[] {
  const { origin, end, costUsd, usage } = task;
  const cost = costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
  const wait = describeTaskWait(task);
  const leftOut = describeTaskOmissions(task);
  const rows = [
    ['Task', task.id],
    ['State', end ? `${task.state} (${end.reason})` : task.state],
    ...(end?.error ? [['Error', `${end.error.code}: ${end.error.message}`]] : []),
    ...(isTaskWaiting(task) ? [['Waits for', describeWhatTaskAwaits(task)]] : []),
    ...(wait === undefined ? [] : [['Progress', wait]]),
    ...(leftOut === undefined ? [] : [['Left out', leftOut]]),
    ['Agent', origin.agent],
    ['Principal', origin.principal],
    ['Context', task.contextId],
    ['Created', formatTime(task.createdAt)],
    ['Changed', formatTime(task.updatedAt)],
    ['Work', `${formatCount(task.steps, 'step')}, ${formatCount(task.toolCalls, 'tool call')}`],
    ['Use', `${usage.total_tokens} tokens${describeCachedTokens(usage)}, ${cost}`],
  ];
  return formatTable(rows.map((row) => row.map(formatForeignLine)));
}

function isTaskWaiting(task: Task): boolean {
  return isInputRequired(task) || isWaitingOnlyForTasks(task);
}

function describeWhatTaskAwaits(task: Task): string {
  const results = listCallsAwaitingClient(task).map(formatCallNameAndId);
  const approvals = listCallsAwaitingApproval(task).map(formatCallNameAndId);
  const questions = listCallsAwaitingAnswer(task).map(
    ({ call, question }) => `${call.function.name} (${call.id}): ${question?.text ?? ''}`,
  );
  return [
    ...(results.length > 0 ? [`the client's results of ${results.join(', ')}`] : []),
    ...(approvals.length > 0 ? [`approval of ${approvals.join(', ')}`] : []),
    ...(questions.length > 0 ? [`the user's answer to ${questions.join(', ')}`] : []),
    ...(task.parked ? [`the user's decision: ${formatQuestion(task.parked.question)}`] : []),
    ...(task.model === 'asking' ? ["the user's answer to the agent"] : []),
    ...listAwaitedTaskIds(task).map((id) => `the end of task ${id}`),
  ].join(' and ');
}

function waitingToJson(task: Task): JsonObject {
  return {
    results: listCallsAwaitingClient(task).map(({ call }) => call.id),
    approvals: listCallsAwaitingApproval(task).map(({ call }) => call.id),
    questions: listCallsAwaitingAnswer(task).map(({ call, question }) => ({
      call_id: call.id,
      ...(question && structuredClone(question)),
    })),
    answers_agent: task.model === 'asking',
    ...(task.parked && { parked: { ...task.parked.question } }),
    ...(listAwaitedTaskIds(task).length > 0 && { tasks: listAwaitedTaskIds(task) }),
  };
}

function listAwaitedTaskIds(task: Task): string[] {
  return listCallsAwaitingTask(task).flatMap(({ awaits }) => (awaits ? [awaits.task_id] : []));
}

export function formatArtifacts(artifacts: readonly Artifact[]): string[] {
  return artifacts.flatMap(({ artifact_id, name = artifact_id, description, parts }) => [
    formatForeignLine(
      description === undefined
        ? name
        : `${name}: ${truncateAndCountRest(description, MAX_CHARACTERS)}`,
    ),
    ...parts.map((part) => `  ${formatForeignLine(formatTaskPart(part))}`),
  ]);
}

const MAX_PART_CHARACTERS = 200;

function formatTaskPart(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return `text ${truncateAndCountRest(part.text, MAX_PART_CHARACTERS)}`;
    case 'data':
      return `data ${truncateAndCountRest(JSON.stringify(part.data), MAX_PART_CHARACTERS)}`;
    case 'image_url':
      return `image ${formatFileUrl(part.filename, part.image_url.url)}`;
    case 'file':
      return `file ${formatFileUrl(part.file.filename, part.file.url)}`;
  }
}

/** Formats the name and URL of a file. A data URL is replaced by its media type and size. */
function formatFileUrl(filename: string | undefined, url: string): string {
  const comma = url.indexOf(',');
  const isInside = url.startsWith('data:') && comma !== -1;
  const place = isInside
    ? `${url.slice('data:'.length, comma)}, ${formatCount(url.length - comma - 1, 'character')}`
    : url;
  return filename === undefined ? place : `${filename} ${place}`;
}

function formatCallNameAndId({ call }: CallState): string {
  return `${call.function.name} (${call.id})`;
}

/** Formats messages as lines: the role, then the text, whose further lines are indented. */
export function formatTranscript(transcript: readonly Message[]): string[] {
  return transcript.flatMap((message) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const said = formatForeignText(truncateAndCountRest(getText(message), MAX_CHARACTERS));
    const lines = said === '' ? [] : said.split('\n');
    const called = calls.map(({ id, function: { name, arguments: given } }) =>
      formatForeignLine(`calls ${name} ${truncateAndCountRest(given, MAX_CHARACTERS)} (${id})`),
    );
    const answers =
      message.role === 'tool' ? [formatForeignLine(`answers ${message.tool_call_id}`)] : [];
    return labelAndIndentLines(message.role, [...answers, ...lines, ...called]);
  });
}

function labelAndIndentLines(role: string, lines: readonly string[]): string[] {
  const [first = '', ...rest] = lines;
  return [
    `${role.padEnd(9)}  ${first}`.trimEnd(),
    ...rest.map((line) => `${' '.repeat(11)}${line}`),
  ];
}
