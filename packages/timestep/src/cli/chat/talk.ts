import {
  completionsOf,
  runSlashLine,
  type Answer,
  type CommandPort,
  type Completion,
} from '../../chat/index.ts';
import { activityOf, EMPTY_VIEW, shown, type ConversationView } from '../../view/index.ts';
import { failureText } from '../failure-text.ts';
import type { ConversationPort } from './conversation-port.ts';
import type { Screen, ScreenOptions } from './screen.ts';

/** What a person does at a terminal. */
export type Handlers = Pick<
  ScreenOptions,
  'complete' | 'onSend' | 'onQueue' | 'onStop' | 'onDecide' | 'onLeave'
>;

/** A conversation, and what commands use of it. */
export interface Talk {
  readonly conversation: ConversationPort;
  readonly commands: (view: () => ConversationView) => CommandPort;
}

/** What a conversation at a terminal needs. */
export interface TalkOptions {
  readonly openScreen: (handlers: Handlers) => Screen;
  /** The conversation that is shown first. */
  readonly talk: Talk;
  /** Opens another conversation; `undefined`: a new one. */
  readonly openTalk: (sessionId: string | undefined) => Promise<Talk>;
  /** Markdown that is shown before anything else. */
  readonly greeting?: string;
  /** Whether the person is first shown what conversations there are. */
  readonly isChoosing: boolean;
  /** Receives what was sent, so that it can be found again. */
  readonly remember: (text: string) => void;
  /** Ends the conversation at the terminal. */
  readonly signal: AbortSignal;
}

/** A person who talks, and the conversation that is shown. */
interface Talking {
  readonly options: TalkOptions;
  readonly screen: Screen;
  readonly leave: () => void;
  talk: Talk;
  view: ConversationView;
  /** What is sent when the turn has ended. */
  queue: readonly string[];
  following: AbortController;
}

/** Lets a person talk at a terminal until the person leaves; resolves to the session's id. */
export async function talkAtScreen(options: TalkOptions): Promise<string> {
  const { signal } = options;
  const left = Promise.withResolvers<undefined>();
  const leave = (): void => left.resolve(undefined);
  const { talk, greeting } = options;
  const screen = options.openScreen({
    complete: (line) => completing(line, portOf(talking)),
    onSend: (text) => take(talking, text, send),
    onQueue: (text) => take(talking, text, sendLater),
    onStop: () => stop(talking),
    onDecide: (decision) => {
      talking.talk.conversation.decide(decision).catch(tellingTo(talking));
    },
    onLeave: leave,
  });
  const talking: Talking = {
    options,
    screen,
    leave,
    talk,
    view: EMPTY_VIEW,
    queue: [],
    following: new AbortController(),
  };
  if (greeting !== undefined) screen.notice(greeting);
  startFollowing(talking);
  if (options.isChoosing) letChoose(talking);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    await left.promise;
  } finally {
    signal.removeEventListener('abort', leave);
    talking.following.abort();
    screen.close();
  }
  return talking.talk.conversation.sessionId;
}

function letChoose(talking: Talking): void {
  runSlashLine('/sessions', portOf(talking))
    .then((answer) => answer && answer.do !== 'send' && answered(talking, answer))
    .catch(tellingTo(talking));
  talking.screen.giveBack('/resume ');
}

function portOf(talking: Talking): CommandPort {
  return talking.talk.commands(() => talking.view);
}

function tellingTo({ screen }: Talking): (thrown: unknown) => void {
  return (thrown) => screen.notice(`**!** ${failureText(thrown)}`);
}

function queueTo(talking: Talking, texts: readonly string[]): void {
  talking.queue = texts;
  talking.screen.queue(texts);
}

function send(talking: Talking, text: string): void {
  talking.talk.conversation.send(text).catch((thrown: unknown) => {
    // Words that were not taken must not be lost.
    talking.screen.giveBack(text);
    tellingTo(talking)(thrown);
  });
}

function sendLater(talking: Talking, text: string): void {
  if (activityOf(talking.view) === 'idle') send(talking, text);
  else queueTo(talking, [...talking.queue, text]);
}

/** Ends the turn, and gives back what was to be sent after it. */
function stop(talking: Talking): void {
  const words = talking.queue.join('\n\n');
  queueTo(talking, []);
  if (words !== '') talking.screen.giveBack(words);
  talking.talk.conversation.cancel().catch(tellingTo(talking));
}

function startFollowing(talking: Talking): void {
  follow(talking, talking.following.signal).catch(tellingTo(talking));
}

/** Shows what happens; what has happened before is shown at once. */
async function follow(talking: Talking, until: AbortSignal): Promise<void> {
  let isLive = false;
  for await (const update of talking.talk.conversation.updates(until)) {
    if (until.aborted) return;
    if (update.kind === 'live') isLive = true;
    else talking.view = shown(talking.view, update);
    if (!isLive) continue;
    talking.screen.show(talking.view);
    if (talking.queue.length > 0 && activityOf(talking.view) === 'idle') {
      const text = talking.queue.join('\n\n');
      queueTo(talking, []);
      send(talking, text);
    }
  }
}

/** Carries out a command, or does with words what is to be done with them. */
function take(
  talking: Talking,
  text: string,
  how: (talking: Talking, words: string) => void,
): void {
  talking.options.remember(text);
  runSlashLine(text, portOf(talking))
    .then((answer) => {
      if (!answer) how(talking, text);
      else if (answer.do === 'send') how(talking, answer.text);
      else answered(talking, answer);
    })
    .catch(tellingTo(talking));
}

function answered(talking: Talking, answer: Exclude<Answer, { readonly do: 'send' }>): void {
  switch (answer.do) {
    case 'say':
      talking.screen.notice(answer.text);
      return;
    case 'refuse':
      talking.screen.notice(`**!** ${answer.text}`);
      return;
    case 'leave':
      talking.leave();
      return;
    case 'clear':
      openOther(talking, undefined).catch(tellingTo(talking));
      return;
    case 'open':
      openOther(talking, answer.sessionId).catch(tellingTo(talking));
  }
}

async function openOther(talking: Talking, sessionId: string | undefined): Promise<void> {
  const talk = await talking.options.openTalk(sessionId);
  talking.following.abort();
  talking.following = new AbortController();
  talking.view = EMPTY_VIEW;
  talking.talk = talk;
  talking.screen.begin();
  queueTo(talking, []);
  const what = sessionId === undefined ? 'A new conversation.' : 'Another conversation.';
  talking.screen.notice(`*${what}*`);
  startFollowing(talking);
}

/** Commands after a slash; rules, references and skills after `@`. */
async function completing(line: string, port: CommandPort): Promise<readonly Completion[]> {
  const begun = /(?:^|\s)@(\S*)$/.exec(line)?.[1];
  if (begun === undefined) return completionsOf(line, port);
  const found: Completion[] = [];
  for (const [prefix, kind] of MENTIONED) {
    for (const { name, description } of (await port.items?.list(kind)) ?? []) {
      const word = `@${prefix}:${name}`;
      if (!word.slice(1).includes(begun)) continue;
      found.push({ word, ...(description !== undefined && { about: description }) });
    }
  }
  return found;
}

const MENTIONED = [
  ['rule', 'rule'],
  ['ref', 'reference'],
  ['skill', 'skill'],
] as const;
