import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { listConversations } from '#people/chat';
import { openBackendWithStores } from '#engine/port';
import { askForModelIfMissing } from './first-run/ask-for-model.ts';
import { writeErrorLine } from '../output/error-writer.ts';
import { openFolderTrust, type FolderTrust } from '../agents/folder-trust.ts';
import type { ChatAgent } from './chat-agent.ts';
import { GUIDE_NOTICE, findGuideFolder, readLicense } from './package-files.ts';
import { openChatAgent } from './open-chat-agent.ts';
import { openPromptHistory } from './prompt-history.ts';
import { editText } from './edit-text.ts';
import type { Screen } from './screen.ts';
import { openChatSession, type ChatSessionDeps } from './chat-session.ts';
import { runTerminalChat, type ScreenHandlers, type ChatSession } from './terminal-chat.ts';
import { sendSingleMessage } from './single-message.ts';
import type { TerminalPort } from './terminal.ts';
import {
  EXIT,
  type CommandArguments,
  type Exit,
  type OptionValues,
  type CommandContext,
} from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { createServerBackend } from '../backends/server-backend.ts';
import { quoteShellWord } from '../output/plain-text.ts';

/** Owner of the conversations; the same as for callers of a server without authentication. */
const PRINCIPAL = '';
/** Milliseconds that a running turn gets to finish when the chat is closed. */
const GRACE_MS = 1000;
/** Milliseconds to wait for the rest of a terminal escape sequence; longer over SSH. */
const ESCAPE_MS = 60;
const ESCAPE_OVER_SSH_MS = 150;
const STATE_FOLDER = '.timestep';
const MAX_SESSIONS = 1000;

/** Runs a chat with an agent, in a terminal or through standard input and output. */
export async function runChat(
  { operand, values }: Pick<CommandArguments, 'operand' | 'values'>,
  context: CommandContext,
  { isStreamed = false }: { readonly isStreamed?: boolean } = {},
): Promise<Exit> {
  const isJson = values.isSet('json');
  const terminal = isJson ? undefined : context.getTerminal?.();
  const { backend: openBackend, database } = createServerBackend(values, context);
  const prompt = terminal ? '' : ((await context.readInput?.()) ?? '').trim();
  if (!terminal && prompt === '')
    throw createUsageError('standard input contains no message: pipe one into the command');
  if (!terminal && values.text('resume') === '')
    throw createUsageError('--resume requires an id if there is no terminal');
  const errorOutput = { writeError: context.writeError };
  const { path, isGuide, model } = await chooseAgentAndModel(operand, values, context, terminal);
  const agent = await openChatAgent(path, {
    model,
    env: context.env,
    isOwn: !isGuide,
    ...(!isGuide && { trust: await openChatTrust(values, context, operand) }),
    writeError: (text) => errorOutput.writeError(text),
  });
  try {
    const { served, callable, onError } = agent;
    const agents = callable?.combineAgents([served]) ?? [served];
    const backend = await openBackendWithStores([agent, ...(callable?.users ?? [])], () =>
      openBackend({ agents, onError }),
    );
    try {
      const { systemClock } = await import('#engine/runner');
      const chat: ChatContext = {
        agent,
        backend,
        principal: PRINCIPAL,
        clock: systemClock,
        newId: randomUUID,
        getLicense: readLicense,
        context,
        errorOutput,
        isStreamed: isStreamed && !isJson,
        command: formatChatCommand(isGuide && operand !== '' ? path : operand),
        ...(isGuide && model === undefined && { greeting: GUIDE_NOTICE }),
      };
      const session = await openChatSession(
        chat,
        await findSessionToContinue(values, chat),
        model !== undefined,
      );
      if (!terminal) return await runWithoutTerminal(chat, session, prompt, isJson);
      const isChoosing = values.text('resume') === '';
      return await runInTerminal(chat, session, isChoosing, {
        terminal,
        folder: getStateFolder(database),
      });
    } finally {
      await backend.close(GRACE_MS);
    }
  } finally {
    await agent.close();
  }
}

/**
 * Opens the user's decisions about trusted folders. A chat may be started in a folder from another
 * person.
 */
function openChatTrust(
  values: OptionValues,
  context: CommandContext,
  operand: string,
): Promise<FolderTrust> {
  const { env, now, writeError, askUser } = context;
  return openFolderTrust({
    env,
    now,
    writeError,
    ask: values.isSet('json') ? undefined : askUser,
    isTrusted: values.isSet('trust'),
    named: operand === '' ? undefined : operand,
  });
}

interface ChatContext extends ChatSessionDeps {
  readonly agent: ChatAgent;
  readonly context: CommandContext;
  /** Destination of background errors; in a terminal, the conversation. */
  readonly errorOutput: { writeError: CommandContext['writeError'] };
  /** True if the answer is written while it is generated, for use without a terminal. */
  readonly isStreamed: boolean;
  readonly command: string;
  readonly greeting?: string;
}

function formatChatCommand(operand: string): string {
  return operand === '' ? 'timestep chat' : `timestep chat ${quoteShellWord(operand)}`;
}

interface ChosenAgent {
  readonly path: string;
  readonly isGuide: boolean;
}

/** Chooses the agent and its model. In a terminal, a user whose agent has no model may go to the guide instead. */
async function chooseAgentAndModel(
  operand: string,
  values: OptionValues,
  context: CommandContext,
  terminal: TerminalPort | undefined,
): Promise<ChosenAgent & { readonly model: string | undefined }> {
  const chosen = await chooseAgentOrGuide(operand);
  const named = values.text('model');
  if (named !== undefined || !terminal) return { ...chosen, model: named };
  const answer = await askForModelIfMissing(chosen.path, context);
  if (answer?.kind === 'guide') return { path: findGuideFolder(), isGuide: true, model: undefined };
  return { ...chosen, model: answer?.model };
}

/** Chooses the agent of a chat. Default: the agent in the current folder, or else the guide. */
async function chooseAgentOrGuide(operand: string): Promise<ChosenAgent> {
  if (operand !== '') return { path: operand, isGuide: false };
  const { agentExists } = await import('#agents/folder');
  if (await agentExists('.')) return { path: '.', isGuide: false };
  return { path: findGuideFolder(), isGuide: true };
}

async function findSessionToContinue(
  values: OptionValues,
  chat: ChatContext,
): Promise<string | undefined> {
  const query = { principal: PRINCIPAL, agent: chat.agent.served.name, withClosed: true };
  const named = values.text('resume');
  if (named === undefined || named === '') {
    if (!values.isSet('continue')) return undefined;
    // Conversations that programs started over a protocol have no session, and are not resumed.
    const newest = await chat.backend.sessions.list({ ...query, pageSize: 1 });
    return newest.sessions[0]?.id;
  }
  if (values.isSet('continue')) throw createUsageError('use either --continue or --resume');
  const whole = await listConversations(chat.backend, { ...query, id: named, limit: 1 });
  if (whole.sessions.length > 0) return named;
  const listed = await listConversations(chat.backend, { ...query, limit: MAX_SESSIONS });
  const found = listed.sessions.map(({ id }) => id).filter((id) => id.startsWith(named));
  const [first = named, other] = found;
  if (other !== undefined) {
    throw createUsageError(
      `--resume "${named}" matches several conversations: give more characters of the id`,
    );
  }
  return first;
}

function runWithoutTerminal(
  chat: ChatContext,
  session: ChatSession,
  prompt: string,
  isJson: boolean,
): Promise<Exit> {
  const { context, command, greeting } = chat;
  const { write, writeError, getStopSignal } = context;
  const { conversation } = session;
  if (greeting !== undefined) writeErrorLine(writeError, greeting);
  return sendSingleMessage({
    conversation,
    prompt,
    isJson,
    isStreamed: chat.isStreamed,
    resumeCommand: `${command} --resume ${quoteShellWord(conversation.sessionId)}`,
    write,
    writeError,
    signal: getStopSignal(),
  });
}

async function runInTerminal(
  chat: ChatContext,
  session: ChatSession,
  isChoosing: boolean,
  { terminal, folder }: { readonly terminal: TerminalPort; readonly folder: string },
): Promise<Exit> {
  const { context, agent, backend, errorOutput, command, greeting } = chat;
  const { openScreen } = await import('./screen.ts');
  const { createStyle } = await import('./style.ts');
  const name = agent.served.name.replaceAll(/[^\w.-]+/g, '-');
  const history = openPromptHistory(join(folder, 'chat', `${name}.jsonl`));
  const { env } = context;
  const isFar = (env['SSH_CONNECTION'] ?? '') !== '';
  const left = await runTerminalChat({
    openScreen(handlers: ScreenHandlers): Screen {
      const screen = openScreen({
        terminal,
        clock: chat.clock,
        style: createStyle(env),
        escapeMs: isFar ? ESCAPE_OVER_SSH_MS : ESCAPE_MS,
        history: history.earlier,
        editText: (text) => editText(text, env),
        ...handlers,
      });
      errorOutput.writeError = (text) => screen.printNotice(`**Error:** ${text.trim()}`);
      return screen;
    },
    session,
    openSession: (id) => openChatSession(chat, id),
    isChoosing,
    agentName: agent.served.name,
    ...(greeting !== undefined && { greeting: `*${greeting}*` }),
    remember: history.remember,
    directory: process.cwd(),
    signal: context.getStopSignal(),
  });
  errorOutput.writeError = context.writeError;
  // A conversation without messages or changes is not stored.
  const kept = await backend.sessions.get({ principal: PRINCIPAL, id: left });
  if (kept) context.write(`Continue with: ${command} --resume ${quoteShellWord(left)}\n`);
  return EXIT.fine;
}

function getStateFolder(database: string | undefined): string {
  const isFile = database !== undefined && !database.includes('://');
  return isFile ? dirname(database) : STATE_FOLDER;
}
