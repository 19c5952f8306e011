import {
  getActivity,
  EMPTY_VIEW,
  listViewItems,
  listOpenApprovals,
  findOpenQuestion,
  applyUpdate,
  type ConversationView,
} from '#people/view';
import {
  formatApprovalQuestion,
  formatForeignLine,
  formatForeignText,
  getStableTextLength,
  type TaskEvent,
} from '#core';
import { describeModelWait, type TaskUpdate } from '#engine/port';
import { writeErrorLine } from '../output/error-writer.ts';
import { formatJson } from '../output/plain-text.ts';
import { EXIT, type Exit } from '../command.ts';
import type { TerminalConversation } from './terminal-conversation.ts';

interface SingleMessageOptions {
  readonly conversation: TerminalConversation;
  readonly prompt: string;
  /** Whether to write every event as a JSON line instead of the answer. */
  readonly isJson: boolean;
  readonly resumeCommand: string;
  /** Whether to write the answer while it is generated. */
  readonly isStreamed?: boolean;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Aborting the signal cancels the turn. */
  readonly signal: AbortSignal;
}

/** Sends one message and waits for the answer, or until the turn requires human input. */
export async function sendSingleMessage(options: SingleMessageOptions): Promise<Exit> {
  const { conversation, prompt, isJson, isStreamed, write, signal } = options;
  const writeWait = createModelWaitWriter(options);
  const answerWriter = isStreamed ? createAnswerWriter(write) : undefined;
  const following = new AbortController();
  const stop = (): void => void conversation.cancel();
  signal.addEventListener('abort', stop, { once: true });
  let view = EMPTY_VIEW;
  let sentTo: string | undefined;
  let earlier = 0;
  try {
    for await (const update of conversation.updates(following.signal)) {
      if (update.kind === 'live') {
        earlier = listViewItems(view).length;
        sentTo = await conversation.send(prompt);
        continue;
      }
      if (update.kind === 'fill') continue;
      view = applyUpdate(view, update);
      if (update.kind === 'delta' && update.taskId === sentTo) answerWriter?.writeDelta(update);
      if (update.kind !== 'event' || update.taskId !== sentTo) continue;
      const { taskId, event } = update;
      if (isJson) write(formatJson({ taskId, ...event }));
      writeWait(event);
      if (event.type === 'task.finished')
        return reportTurnEnd(view, earlier, options, answerWriter);
      if (needsHumanInput(view)) {
        answerWriter?.end();
        return reportNeededInput(view, options);
      }
    }
    return EXIT.failed;
  } finally {
    signal.removeEventListener('abort', stop);
    following.abort();
  }
}

function needsHumanInput(view: ConversationView): boolean {
  const isRunning = view.open.some(
    (item) => item.kind === 'call' && (item.state === 'planned' || item.state === 'running'),
  );
  return getActivity(view) === 'waiting' && !isRunning;
}

function reportTurnEnd(
  view: ConversationView,
  earlier: number,
  { isJson, write, writeError }: SingleMessageOptions,
  answerWriter: AnswerWriter | undefined,
): Exit {
  const items = listViewItems(view).slice(earlier);
  const end = items.findLast((item) => item.kind === 'end');
  const answer = items.findLast((item) => item.kind === 'assistant');
  const isDone = end?.state === 'completed';
  const text = answer?.kind === 'assistant' && isDone ? answer.text : undefined;
  if (answerWriter) answerWriter.end(text);
  else if (!isJson && text !== undefined) write(`${formatForeignText(text)}\n`);
  if (isDone) return EXIT.fine;
  const why = items.findLast((item) => item.kind === 'notice' && item.about === 'failure');
  const said = why?.kind === 'notice' ? why.text : `the turn was ${end?.state ?? 'left'}`;
  writeErrorLine(writeError, said);
  return EXIT.failed;
}

function reportNeededInput(
  view: ConversationView,
  { writeError, resumeCommand }: SingleMessageOptions,
): Exit {
  for (const { name, arguments: written, cause: reason } of listOpenApprovals(view)) {
    const question = formatApprovalQuestion([{ name, arguments: written, reason }]);
    writeErrorLine(
      writeError,
      `${question} This requires approval. Run: echo yes | ${resumeCommand}`,
    );
  }
  const question = findOpenQuestion(view);
  if (question) {
    const choices = question.choices.map(formatForeignLine).join(', ');
    const among = choices === '' ? '' : ` (${choices})`;
    writeErrorLine(
      writeError,
      `"${question.text}"${among} requires an answer. Run: echo "<answer>" | ${resumeCommand}`,
    );
  }
  return EXIT.waiting;
}

/** Creates a function that writes why the turn waits. Equal reasons in a row are written once. */
function createModelWaitWriter({ writeError }: SingleMessageOptions): (event: TaskEvent) => void {
  let told: string | undefined;
  return (event) => {
    if (event.type !== 'model.failed' || event.retryAt === undefined) return;
    const { error, retryAt: until } = event;
    if (error.message === told) return;
    told = error.message;
    writeErrorLine(writeError, describeModelWait({ error, until }));
  };
}

interface AnswerWriter {
  readonly writeDelta: (update: Extract<TaskUpdate, { readonly kind: 'delta' }>) => void;
  /** Writes the part of the answer that was not streamed, and ends the line. */
  readonly end: (answer?: string) => void;
}

/**
 * Creates a writer of the streamed answer that starts each model call and each attempt on a new
 * line.
 */
function createAnswerWriter(write: (text: string) => void): AnswerWriter {
  let shown = '';
  let place = '';
  const flush = (): void => write(formatForeignText(shown.slice(getStableTextLength(shown))));
  return {
    writeDelta({ step, attempt, delta }) {
      if (delta.type !== 'text') return;
      const isNew = delta.restarts === true || `${step} ${attempt}` !== place;
      if (isNew && shown !== '') {
        flush();
        write('\n');
      }
      const before = isNew ? '' : shown;
      shown = before + delta.text;
      place = `${step} ${attempt}`;
      write(
        formatForeignText(shown.slice(getStableTextLength(before), getStableTextLength(shown))),
      );
    },
    end(answer) {
      if (shown !== '' && answer?.startsWith(shown)) {
        write(`${formatForeignText(answer.slice(getStableTextLength(shown)))}\n`);
        shown = '';
        return;
      }
      if (shown !== '') {
        flush();
        write('\n');
      }
      if (answer !== undefined) write(`${formatForeignText(answer)}\n`);
      shown = '';
    },
  };
}
