import {
  activityOf,
  EMPTY_VIEW,
  itemsOf,
  openApprovals,
  openQuestion,
  shown,
  type ConversationView,
} from '../../view/index.ts';
import { EXIT, type Exit } from '../command.ts';
import type { ConversationPort } from './conversation-port.ts';
import { plainOutput } from './plain-output.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

/** A message for an agent, and where the answer goes. */
export interface PipeOptions {
  readonly conversation: ConversationPort;
  readonly prompt: string;
  /** Every event as a line of JSON, in place of the answer. */
  readonly isJson: boolean;
  /** The command that goes on with the conversation. */
  readonly goOn: string;
  /** Shows the answer while it is made; absent: the answer is written when it is whole. */
  readonly streamed?: StreamedAnswer;
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Stops the turn. */
  readonly signal: AbortSignal;
}

/**
 * Says one thing and waits for the answer. A turn that needs a person is left as it is: a program
 * cannot decide, and must not wait for it.
 */
export async function talkThroughPipes(options: PipeOptions): Promise<Exit> {
  const { conversation, prompt, isJson, write, signal } = options;
  const following = new AbortController();
  const stop = (): void => void conversation.cancel();
  signal.addEventListener('abort', stop, { once: true });
  let view = EMPTY_VIEW;
  let sentTo: string | undefined;
  let earlier = 0;
  try {
    for await (const update of conversation.updates(following.signal)) {
      if (update.kind === 'live') {
        earlier = itemsOf(view).length;
        sentTo = await conversation.send(prompt);
        continue;
      }
      view = shown(view, update);
      if (update.kind === 'delta' && update.taskId === sentTo) options.streamed?.take(update);
      if (update.kind !== 'event' || update.taskId !== sentTo) continue;
      const { taskId, event } = update;
      if (isJson) write(`${JSON.stringify({ taskId, ...event })}\n`);
      if (event.type === 'task.finished') return ended(view, earlier, options);
      if (needsPerson(view)) return waiting(view, options);
    }
    return EXIT.failed;
  } finally {
    signal.removeEventListener('abort', stop);
    following.abort();
  }
}

/** True where nothing happens until a person decides or answers. */
function needsPerson(view: ConversationView): boolean {
  const isRunning = view.open.some(
    (item) => item.kind === 'call' && (item.state === 'planned' || item.state === 'running'),
  );
  return activityOf(view) === 'waiting' && !isRunning;
}

function ended(
  view: ConversationView,
  earlier: number,
  { isJson, streamed, write, complain }: PipeOptions,
): Exit {
  const items = itemsOf(view).slice(earlier);
  const end = items.findLast((item) => item.kind === 'end');
  const answer = items.findLast((item) => item.kind === 'assistant');
  const isDone = end?.kind === 'end' && end.state === 'completed';
  const text = answer?.kind === 'assistant' && isDone ? answer.text : undefined;
  if (streamed) streamed.end(text);
  else if (!isJson && text !== undefined) write(`${plainOutput(text)}\n`);
  if (isDone) return EXIT.fine;
  const why = items.findLast((item) => item.kind === 'notice' && item.about === 'failure');
  const said =
    why?.kind === 'notice' ? why.text : `the turn was ${end?.kind === 'end' ? end.state : 'left'}`;
  complain(`timestep: ${plainOutput(said)}\n`);
  return EXIT.failed;
}

function waiting(view: ConversationView, { streamed, complain, goOn }: PipeOptions): Exit {
  streamed?.end();
  for (const { name, arguments: written } of openApprovals(view)) {
    const call = plainOutput(`${name} ${written}`);
    complain(`timestep: ${call} needs a yes: write yes or no to the standard input of ${goOn}\n`);
  }
  const question = openQuestion(view);
  if (question) {
    const text = plainOutput(question.text);
    const choices = question.choices.map((choice) => plainOutput(choice)).join(', ');
    const among = choices === '' ? '' : ` (${choices})`;
    complain(
      `timestep: "${text}"${among} needs an answer: write it to the standard input of ${goOn}\n`,
    );
  }
  return EXIT.waiting;
}
