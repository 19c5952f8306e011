import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Backend } from '../../port/index.ts';
import { openChatAgent, type ChatAgent } from '../chat/chat-agent.ts';
import { commandPort } from '../chat/command-port.ts';
import { openPromptHistory } from '../chat/prompt-history.ts';
import { newestSession, runnerConversation } from '../chat/runner-conversation.ts';
import type { Screen } from '../chat/screen.ts';
import { createSessionSettings } from '../chat/session-settings.ts';
import { talkAtScreen, type Handlers, type Talk, type TalkOptions } from '../chat/talk.ts';
import { talkThroughPipes } from '../chat/talk-through-pipes.ts';
import type { TerminalPort } from '../chat/terminal.ts';
import {
  EXIT,
  isSet,
  JSON_OPTION,
  textOf,
  type Command,
  type Exit,
  type OptionValues,
  type Surroundings,
} from '../command.ts';
import { usage } from '../command-error.ts';
import { MODEL_OPTION } from '../served-folder.ts';
import { servedOn } from '../served-on.ts';

/** Whose conversations they are: the same as of a caller whom a server does not ask for a name. */
const PRINCIPAL = '';
/** How long a running turn may take to end once the person has left. */
const GRACE_MS = 1000;
/** Milliseconds that a lone escape waits for what belongs to it; more over a network. */
const ESCAPE_MS = 60;
const ESCAPE_OVER_SSH_MS = 150;
/** Where things are kept that do not depend on the database. */
const STATE = '.timestep';

export const chat: Command = {
  words: ['chat'],
  operand: '<agent>',
  about: 'Talks with an agent: of a folder, of a script in JSON, or at an A2A address.',
  more: 'At a terminal, /help lists commands. Otherwise standard input is the message and standard output the answer; a turn that needs a person is left as it is, and the exit code is 4. Conversations are kept in the database, and go on where they were.',
  options: {
    continue: { type: 'boolean', about: 'goes on with the newest conversation' },
    resume: {
      type: 'string',
      value: 'ID',
      about: 'goes on with that conversation; without an id, lists them to choose from',
      isValueOptional: true,
    },
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'every event as a line of JSON, for programs' },
  },
  backend: 'serve',
  examples: [
    'timestep chat agents/guide',
    'timestep chat agents/guide --continue',
    'echo "How is the weather?" | timestep chat agents/guide',
    'timestep chat http://127.0.0.1:9999 --json < question.txt',
  ],
  async run({ operand, values }, around) {
    const isJson = isSet(values, 'json');
    const terminal = isJson ? undefined : around.terminal?.();
    const { backend: openBackend, database } = servedOn(values, around);
    const prompt = terminal ? '' : ((await around.readInput?.()) ?? '').trim();
    if (!terminal && prompt === '') throw usage('standard input holds no message: write it there');
    if (!terminal && textOf(values, 'resume') === '') throw usage('--resume needs an id here');
    const agent = await openChatAgent(operand, textOf(values, 'model'), around.complain);
    try {
      const backend = await openBackend({ agents: [agent.served], onError: agent.onError });
      try {
        const site: ChatSite = { agent, backend, around, operand };
        const sessionId = await sessionIn(values, site);
        if (!terminal) return await throughPipes(site, sessionId, prompt, isJson);
        const isChoosing = textOf(values, 'resume') === '';
        return await atTerminal(site, terminal, stateFolder(database), { sessionId, isChoosing });
      } finally {
        await backend.close(GRACE_MS);
      }
    } finally {
      await agent.close();
    }
  },
};

interface ChatSite {
  readonly agent: ChatAgent;
  readonly backend: Backend;
  readonly around: Surroundings;
  readonly operand: string;
}

/** The conversation to go on with; `undefined` for a new one. */
async function sessionIn(values: OptionValues, site: ChatSite): Promise<string | undefined> {
  const { runner } = site.backend;
  const named = textOf(values, 'resume');
  const query = { agent: site.agent.served.name, principal: PRINCIPAL };
  if (named === undefined || named === '') {
    return isSet(values, 'continue') ? newestSession(runner, query) : undefined;
  }
  if (isSet(values, 'continue')) throw usage('give --continue or --resume, not both');
  const known = await openTalk(site, named).sessions();
  const found = known.filter(({ id }) => id.startsWith(named));
  const [first] = found;
  if (first && found.length === 1) return first.id;
  const problem = first ? 'is the beginning of several conversations' : 'is not a conversation';
  throw usage(
    `--resume "${named}" ${problem}: timestep chat ${site.operand} and /sessions list them`,
  );
}

function openTalk(
  { agent, backend, around }: ChatSite,
  sessionId: string = randomUUID(),
): Talk & Pick<ReturnType<typeof runnerConversation>, 'sessions'> {
  const settings = createSessionSettings();
  const conversation = runnerConversation({
    runner: backend.runner,
    agent: agent.served.name,
    principal: PRINCIPAL,
    sessionId,
    newId: randomUUID,
    startOptions: settings.startOptions,
  });
  const site = { agent, conversation, settings, env: around.env, license: licenseText };
  return {
    conversation,
    sessions: conversation.sessions,
    commands: (view) => commandPort(site, view),
  };
}

function throughPipes(
  site: ChatSite,
  sessionId: string | undefined,
  prompt: string,
  isJson: boolean,
): Promise<Exit> {
  const { write, complain, stopped } = site.around;
  const { conversation } = openTalk(site, sessionId);
  const signal = stopped();
  return talkThroughPipes({ conversation, prompt, isJson, write, complain, signal });
}

async function atTerminal(
  site: ChatSite,
  terminal: TerminalPort,
  folder: string,
  begin: Pick<TalkOptions, 'sessionId' | 'isChoosing'>,
): Promise<Exit> {
  const { around, agent, operand } = site;
  const { openScreen } = await import('../chat/screen.ts');
  const { styleFor } = await import('../chat/style.ts');
  const { systemClock } = await import('../../runner/index.ts');
  const name = agent.served.name.replaceAll(/[^\w.-]+/g, '-');
  const history = openPromptHistory(join(folder, 'chat', `${name}.jsonl`));
  const { env } = around;
  const isFar = (env['SSH_CONNECTION'] ?? '') !== '';
  const left = await talkAtScreen({
    openScreen: (handlers: Handlers): Screen =>
      openScreen({
        terminal,
        clock: systemClock,
        style: styleFor(env),
        escapeMs: isFar ? ESCAPE_OVER_SSH_MS : ESCAPE_MS,
        history: history.earlier,
        ...handlers,
      }),
    openTalk: (id) => openTalk(site, id),
    ...begin,
    remember: history.remember,
    signal: around.stopped(),
  });
  around.write(`timestep chat ${operand} --resume ${left} goes on from here.\n`);
  return EXIT.fine;
}

function stateFolder(database: string | undefined): string {
  const isFile = database !== undefined && !database.includes('://');
  return isFile ? dirname(database) : STATE;
}

function licenseText(): string {
  return readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8');
}
