import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { listConversations } from '../../chat/index.ts';
import { openWithStores } from '../../port/index.ts';
import type { ConversationAgent } from './chat-agent.ts';
import { ABOUT_GUIDE, guideFolder } from './guide-folder.ts';
import { licenseText } from './license-text.ts';
import { openChatAgent } from './open-chat-agent.ts';
import { plainOutput } from './plain-output.ts';
import { openPromptHistory } from './prompt-history.ts';
import type { Screen } from './screen.ts';
import { streamedAnswer } from './streamed-answer.ts';
import { openSessionTalk, type TalkSite } from './session-talk.ts';
import { talkAtScreen, type Handlers, type Talk } from './talk.ts';
import { talkThroughPipes } from './talk-through-pipes.ts';
import type { TerminalPort } from './terminal.ts';
import {
  EXIT,
  isSet,
  textOf,
  type Call,
  type Exit,
  type OptionValues,
  type Surroundings,
} from '../command.ts';
import { usage } from '../command-error.ts';
import { servedOn } from '../served-on.ts';
import { shellWord } from '../shell-word.ts';

/** Whose conversations they are: the same as of a caller whom a server does not ask for a name. */
const PRINCIPAL = '';
/** How long a running turn may take to end once the person has left. */
const GRACE_MS = 1000;
/** Milliseconds that a lone escape waits for what belongs to it; more over a network. */
const ESCAPE_MS = 60;
const ESCAPE_OVER_SSH_MS = 150;
/** Where things are kept that do not depend on the database. */
const STATE = '.timestep';
/** Conversations among which the beginning of an id is looked for. */
const MOST_SESSIONS = 1000;

/** Lets a person or a program talk with an agent, and returns how it ended. */
export async function runChat(
  { operand, values }: Pick<Call, 'operand' | 'values'>,
  around: Surroundings,
  { isStreamed = false }: { readonly isStreamed?: boolean } = {},
): Promise<Exit> {
  const isJson = isSet(values, 'json');
  const terminal = isJson ? undefined : around.terminal?.();
  const { backend: openBackend, database } = servedOn(values, around);
  const prompt = terminal ? '' : ((await around.readInput?.()) ?? '').trim();
  if (!terminal && prompt === '') throw usage('standard input holds no message: write it there');
  if (!terminal && textOf(values, 'resume') === '') throw usage('--resume needs an id here');
  const model = textOf(values, 'model');
  const voice: Voice = { complain: around.complain };
  const { path, isGuide } = await agentFor(operand);
  const agent = await openChatAgent(path, {
    model,
    env: around.env,
    isOwn: !isGuide,
    complain: (text) => voice.complain(text),
  });
  try {
    const { served, callable, onError } = agent;
    const agents = callable?.withThem([served]) ?? [served];
    const backend = await openWithStores([agent, ...(callable?.users ?? [])], () =>
      openBackend({ agents, onError }),
    );
    try {
      const { systemClock } = await import('../../runner/index.ts');
      const site: ChatSite = {
        agent,
        backend,
        principal: PRINCIPAL,
        clock: systemClock,
        newId: randomUUID,
        license: licenseText,
        around,
        voice,
        isStreamed: isStreamed && !isJson,
        command: operand === '' ? 'timestep chat' : `timestep chat ${shellWord(operand)}`,
        ...(isGuide && model === undefined && { greeting: ABOUT_GUIDE }),
      };
      const talk = await openSessionTalk(site, await sessionIn(values, site), model !== undefined);
      if (!terminal) return await throughPipes(site, talk, prompt, isJson);
      const isChoosing = textOf(values, 'resume') === '';
      return await atTerminal(site, talk, isChoosing, {
        terminal,
        folder: stateFolder(database),
      });
    } finally {
      await backend.close(GRACE_MS);
    }
  } finally {
    await agent.close();
  }
}

/** Where failures are written that no caller waits for: at a terminal, into the conversation. */
interface Voice {
  complain: (text: string) => void;
}

interface ChatSite extends TalkSite {
  readonly agent: ConversationAgent;
  readonly around: Surroundings;
  readonly voice: Voice;
  /** Whether an answer is shown while it is made, where a program reads it. */
  readonly isStreamed: boolean;
  /** The command that opened the conversation, without its options. */
  readonly command: string;
  /** What a person should know first. */
  readonly greeting?: string;
}

/** What is talked with where the command line names nothing. */
async function agentFor(
  operand: string,
): Promise<{ readonly path: string; readonly isGuide: boolean }> {
  if (operand !== '') return { path: operand, isGuide: false };
  const { agentExists } = await import('../../folder/index.ts');
  if (await agentExists('.')) return { path: '.', isGuide: false };
  return { path: guideFolder(), isGuide: true };
}

/** The conversation to go on with; `undefined` for a new one. */
async function sessionIn(values: OptionValues, site: ChatSite): Promise<string | undefined> {
  const named = textOf(values, 'resume');
  if (named === undefined || named === '') {
    if (!isSet(values, 'continue')) return undefined;
    // A context that a program began over a protocol is not what this person said last.
    const newest = await site.backend.sessions.list({ ...ownedBy(site), pageSize: 1 });
    return newest.sessions[0]?.id;
  }
  if (isSet(values, 'continue')) throw usage('give --continue or --resume, not both');
  const whole = await listConversations(site.backend, { ...ownedBy(site), id: named, limit: 1 });
  if (whole.sessions.length > 0) return named;
  const listed = await listConversations(site.backend, { ...ownedBy(site), limit: MOST_SESSIONS });
  const found = listed.sessions.map(({ id }) => id).filter((id) => id.startsWith(named));
  const [first = named, other] = found;
  if (other !== undefined) {
    throw usage(
      `--resume "${named}" is the beginning of several conversations: give more of the id`,
    );
  }
  return first;
}

function ownedBy({ agent }: ChatSite) {
  return { principal: PRINCIPAL, agent: agent.served.name, withClosed: true } as const;
}

function throughPipes(site: ChatSite, talk: Talk, prompt: string, isJson: boolean): Promise<Exit> {
  const { around, command, greeting } = site;
  const { write, complain, stopped } = around;
  const { conversation } = talk;
  if (greeting !== undefined) complain(`timestep: ${greeting}\n`);
  return talkThroughPipes({
    conversation,
    prompt,
    isJson,
    ...(site.isStreamed && { streamed: streamedAnswer(write) }),
    goOn: `${command} --resume ${shellWord(conversation.sessionId)}`,
    write,
    complain,
    signal: stopped(),
  });
}

async function atTerminal(
  site: ChatSite,
  talk: Talk,
  isChoosing: boolean,
  { terminal, folder }: { readonly terminal: TerminalPort; readonly folder: string },
): Promise<Exit> {
  const { around, agent, backend, voice, command, greeting } = site;
  const { openScreen } = await import('./screen.ts');
  const { styleFor } = await import('./style.ts');
  const name = agent.served.name.replaceAll(/[^\w.-]+/g, '-');
  const history = openPromptHistory(join(folder, 'chat', `${name}.jsonl`));
  const { env } = around;
  const isFar = (env['SSH_CONNECTION'] ?? '') !== '';
  const left = await talkAtScreen({
    openScreen(handlers: Handlers): Screen {
      const screen = openScreen({
        terminal,
        clock: site.clock,
        style: styleFor(env),
        escapeMs: isFar ? ESCAPE_OVER_SSH_MS : ESCAPE_MS,
        history: history.earlier,
        ...handlers,
      });
      voice.complain = (text) => screen.notice(`**!** ${plainOutput(text.trim())}`);
      return screen;
    },
    talk,
    openTalk: (id) => openSessionTalk(site, id),
    isChoosing,
    ...(greeting !== undefined && { greeting: `*${greeting}*` }),
    remember: history.remember,
    signal: around.stopped(),
  });
  voice.complain = around.complain;
  // A conversation in which nothing was said or changed is not kept.
  const kept = await backend.sessions.get({ principal: PRINCIPAL, id: left });
  if (kept) around.write(`${command} --resume ${shellWord(left)} goes on from here.\n`);
  return EXIT.fine;
}

function stateFolder(database: string | undefined): string {
  const isFile = database !== undefined && !database.includes('://');
  return isFile ? dirname(database) : STATE;
}
