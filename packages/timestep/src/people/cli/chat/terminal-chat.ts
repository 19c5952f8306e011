import {
  listCompletions,
  runSlashLine,
  type CommandAnswer,
  type CommandPort,
  type Completion,
  type WaitingTask,
} from '#people/chat';
import { getActivity, EMPTY_VIEW, applyUpdate, type ConversationView } from '#people/view';
import {
  describeHowToAnswerElsewhere,
  listInboxRows,
  listOtherSessionRows,
} from './picker/list-rows.ts';
import { attachMentionedFiles } from './attachments/attach-files.ts';
import { completeFiles } from './attachments/complete-files.ts';
import { formatContextUse, updateContextUse, type ContextUse } from './context-fill.ts';
import { formatError } from '../output/format-error.ts';
import type { TerminalConversation, TerminalUpdate } from './terminal-conversation.ts';
import type { Screen, ScreenOptions } from './screen.ts';

export type ScreenHandlers = Pick<
  ScreenOptions,
  'complete' | 'onSend' | 'onQueue' | 'onStop' | 'onDecide' | 'onLeave'
>;

export interface ChatSession {
  readonly conversation: TerminalConversation;
  readonly createCommandPort: (view: () => ConversationView) => CommandPort;
}

export interface TerminalChatOptions {
  readonly openScreen: (handlers: ScreenHandlers) => Screen;
  readonly session: ChatSession;
  readonly openSession: (sessionId: string | undefined) => Promise<ChatSession>;
  readonly agentName?: string;
  readonly greeting?: string;
  readonly isChoosing: boolean;
  readonly remember: (text: string) => void;
  /** Directory of the files that messages name; undefined if none are attached. */
  readonly directory?: string;
  /** Aborting the signal closes the chat. */
  readonly signal: AbortSignal;
}

interface ChatState {
  readonly options: TerminalChatOptions;
  readonly screen: Screen;
  readonly leave: () => void;
  session: ChatSession;
  port: CommandPort;
  view: ConversationView;
  contextUse: ContextUse | undefined;
  /** Messages that are sent when the current turn has ended. */
  queue: readonly Draft[];
  /** Resolves when all messages so far were accepted, so that no message overtakes another. */
  sending: Promise<unknown>;
  subscription: AbortController;
}

interface Draft {
  readonly text: string;
  /** Whether the user typed the text. Text of others, such as prompts of MCP servers, attaches no files. */
  readonly isTyped: boolean;
}

/** Runs a chat in a terminal until the user quits. Resolves to the session id. */
export async function runTerminalChat(options: TerminalChatOptions): Promise<string> {
  const { signal } = options;
  const left = Promise.withResolvers<undefined>();
  const leave = (): void => left.resolve(undefined);
  const { session, greeting } = options;
  const screen = options.openScreen({
    complete: (line) => suggestInput(line, chat.port, options.directory),
    onSend: (text) => rememberAndRunInput(chat, text, sendMessage),
    onQueue: (text) => rememberAndRunInput(chat, text, sendOrQueueMessage),
    onStop: () => stopTurnAndUnqueueMessages(chat),
    onDecide: (decision) => {
      chat.session.conversation.decide(decision).catch(createErrorPrinter(chat));
    },
    onLeave: leave,
  });
  const chat: ChatState = {
    options,
    screen,
    leave,
    session,
    port: session.createCommandPort(() => chat.view),
    view: EMPTY_VIEW,
    contextUse: undefined,
    queue: [],
    sending: Promise.resolve(),
    subscription: new AbortController(),
  };
  showFacts(chat);
  if (greeting !== undefined) screen.printNotice(greeting);
  displayUpdatesInBackground(chat);
  if (options.isChoosing) chooseSession(chat);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    await left.promise;
  } finally {
    signal.removeEventListener('abort', leave);
    chat.subscription.abort();
    screen.close();
  }
  return chat.session.conversation.sessionId;
}

/** Shows agent, model and context in the status line; a command may have changed the model. */
function showFacts({ screen, port, contextUse, options: { agentName } }: ChatState): void {
  const facts = [agentName, port.models?.getCurrent()].filter((fact) => fact !== undefined);
  screen.showFacts(facts, formatContextUse(contextUse));
}

function createErrorPrinter({ screen }: ChatState): (thrown: unknown) => void {
  return (thrown) => screen.printNotice(`**Error:** ${formatError(thrown)}`);
}

function setQueuedMessages(chat: ChatState, drafts: readonly Draft[]): void {
  chat.queue = drafts;
  chat.screen.showQueue(drafts.map(({ text }) => text));
}

function sendMessage(chat: ChatState, draft: Draft): void {
  sendDraftsAsOneMessage(chat, [draft]);
}

/** Sends messages as one, with the files that they name. */
function sendDraftsAsOneMessage(chat: ChatState, drafts: readonly Draft[]): void {
  const text = drafts.map((draft) => draft.text).join('\n\n');
  const { conversation } = chat.session;
  const { directory } = chat.options;
  const isTyped = drafts.every((draft) => draft.isTyped);
  const sent = chat.sending
    .then(() => (isTyped && directory !== undefined ? attachMentionedFiles(text, directory) : text))
    .then((message) => conversation.send(message));
  chat.sending = sent.catch(() => undefined);
  sent.catch((thrown: unknown) => {
    // A message that could not be sent returns to the editor, so that it is not lost.
    chat.screen.prependToEditor(text);
    createErrorPrinter(chat)(thrown);
  });
}

function sendOrQueueMessage(chat: ChatState, draft: Draft): void {
  if (getActivity(chat.view) === 'idle') sendMessage(chat, draft);
  else setQueuedMessages(chat, [...chat.queue, draft]);
}

/** Cancels the turn and returns the queued messages to the editor. */
function stopTurnAndUnqueueMessages(chat: ChatState): void {
  const words = chat.queue.map(({ text }) => text).join('\n\n');
  setQueuedMessages(chat, []);
  if (words !== '') chat.screen.prependToEditor(words);
  chat.session.conversation.cancel().catch(createErrorPrinter(chat));
}

function displayUpdatesInBackground(chat: ChatState): void {
  displayUpdatesAndSendQueued(chat, chat.subscription.signal).catch(createErrorPrinter(chat));
}

/** Displays the updates of the conversation. Past updates are displayed in one frame. */
async function displayUpdatesAndSendQueued(chat: ChatState, until: AbortSignal): Promise<void> {
  let isLive = false;
  for await (const update of chat.session.conversation.updates(until)) {
    if (until.aborted) return;
    if (update.kind === 'live') isLive = true;
    else if (update.kind !== 'fill') chat.view = applyUpdate(chat.view, update);
    showContextUse(chat, update);
    if (!isLive) continue;
    chat.screen.showView(chat.view);
    if (chat.queue.length > 0 && getActivity(chat.view) === 'idle') {
      const drafts = chat.queue;
      setQueuedMessages(chat, []);
      sendDraftsAsOneMessage(chat, drafts);
    }
  }
}

function showContextUse(chat: ChatState, update: TerminalUpdate): void {
  const use = updateContextUse(chat.contextUse, update);
  if (use === chat.contextUse) return;
  chat.contextUse = use;
  showFacts(chat);
}

type SendDraft = (chat: ChatState, draft: Draft) => void;

function rememberAndRunInput(chat: ChatState, text: string, send: SendDraft): void {
  chat.options.remember(text);
  const choose = LISTS[text];
  if (choose) choose(chat);
  else runCommandOrSendText(chat, text, send);
}

function runCommandOrSendText(chat: ChatState, text: string, send: SendDraft): void {
  runSlashLine(text, chat.port)
    .then((answer) =>
      answer ? performCommandAnswer(chat, text, answer, send) : send(chat, { text, isTyped: true }),
    )
    .catch(createErrorPrinter(chat));
}

async function performCommandAnswer(
  chat: ChatState,
  entered: string,
  answer: CommandAnswer,
  send: SendDraft,
): Promise<void> {
  showFacts(chat);
  switch (answer.do) {
    case 'send':
      return send(chat, { text: answer.text, isTyped: false });
    case 'say':
      return chat.screen.printNotice(answer.text, entered);
    case 'refuse':
      return chat.screen.printNotice(`**Error:** ${answer.text}`, entered);
    case 'leave':
      return chat.leave();
    case 'clear':
      return switchSession(chat, undefined);
    case 'open':
      return switchSession(chat, answer.sessionId);
  }
}

/** Commands that open a list to choose from. Whatever is typed after them belongs to the list. */
const LISTS: Readonly<Partial<Record<string, (chat: ChatState) => void>>> = {
  '/sessions': chooseSession,
  '/resume': chooseSession,
  '/inbox': chooseWaitingTask,
};

function chooseSession(chat: ChatState): void {
  const { sessions } = chat.port;
  if (!sessions) return;
  chat.screen.showPicker({
    title: 'Conversations',
    empty: 'There is no other conversation.',
    rows: sessions.list('own').then((all) => listOtherSessionRows(all, sessions.now())),
    onChoose: (id) => void switchSession(chat, id).catch(createErrorPrinter(chat)),
  });
}

function chooseWaitingTask(chat: ChatState): void {
  const { inbox } = chat.port;
  if (!inbox) return;
  let waiting: readonly WaitingTask[] = [];
  chat.screen.showPicker({
    title: 'Waiting for you',
    empty: 'Nothing waits for you.',
    rows: inbox.list().then((all) => listInboxRows((waiting = all), inbox.now())),
    onChoose(taskId) {
      const task = waiting.find((one) => one.taskId === taskId);
      if (task) openWaitingTask(chat, task);
    },
  });
}

/** Opens the conversation of a task, or says how to answer one of another agent, which this chat does not run. */
function openWaitingTask(chat: ChatState, task: WaitingTask): void {
  const { agentName } = chat.options;
  if (agentName === undefined || task.agent === agentName) {
    switchSession(chat, task.contextId).catch(createErrorPrinter(chat));
  } else chat.screen.printNotice(describeHowToAnswerElsewhere(task), '/inbox');
}

async function switchSession(chat: ChatState, sessionId: string | undefined): Promise<void> {
  const session = await chat.options.openSession(sessionId);
  chat.subscription.abort();
  chat.subscription = new AbortController();
  chat.view = EMPTY_VIEW;
  chat.contextUse = undefined;
  chat.session = session;
  chat.port = session.createCommandPort(() => chat.view);
  chat.screen.reset();
  setQueuedMessages(chat, []);
  showFacts(chat);
  const what = sessionId === undefined ? 'A new conversation.' : 'Opened another conversation.';
  chat.screen.printNotice(`*${what}*`);
  displayUpdatesInBackground(chat);
}

/** Suggests slash commands, and after `@` names of rules, references and skills, and files. */
async function suggestInput(
  line: string,
  port: CommandPort,
  directory: string | undefined,
): Promise<readonly Completion[]> {
  const begun = /(?:^|\s)@(\S*)$/.exec(line)?.[1];
  if (begun === undefined) return listCompletions(line, port);
  const found: Completion[] = [];
  for (const [prefix, kind] of MENTIONED) {
    for (const { name, description } of (await port.items?.list(kind)) ?? []) {
      const word = `@${prefix}:${name}`;
      if (word.slice(1).includes(begun)) found.push({ word, about: description });
    }
  }
  const files = directory === undefined ? [] : await completeFiles(begun, directory);
  return [...found, ...files];
}

const MENTIONED = [
  ['rule', 'rule'],
  ['ref', 'reference'],
  ['skill', 'skill'],
] as const;
