import { isJsonObject } from '#core';
import type { ServerPrompt, ServerPromptMessage } from '#engine/port';
import type { ServersPort } from '../session-commands/command-port.ts';
import {
  quoteAsCode,
  formatList,
  createRefusal,
  suggestSimilarWord,
  type CommandAnswer,
  type SlashCommand,
} from './slash-command.ts';

/** A prompt of an MCP server with its name on the command line, `server/prompt`. */
interface NamedPrompt extends ServerPrompt {
  readonly server: string;
  readonly word: string;
}

/** Sends the text of an MCP server's prompt to the agent as a user message. */
export const PROMPTS: SlashCommand = {
  name: 'prompts',
  aliases: ['prompt'],
  usage: '[<server>/<prompt> [<argument>=<value> …]]',
  summary: 'lists the prompts of MCP servers, or sends one of them to the agent',
  maxArguments: 32,
  async complete({ servers }, [named]) {
    const prompts = await listPrompts(servers);
    if (named === undefined)
      return prompts.map(({ word, description }) => ({ word, about: description }));
    const args = prompts.find(({ word }) => word === named)?.arguments ?? [];
    return args.map(({ name, description }) => ({ word: `${name}=`, about: description }));
  },
  async run({ servers }, [named, ...given]) {
    if (!servers?.getPrompt) return undefined;
    const prompts = await listPrompts(servers);
    if (named === undefined)
      return formatList(prompts.map(formatPrompt), 'The MCP servers of the agent have no prompts.');
    const words = prompts.map(({ word }) => word);
    const prompt = prompts[words.indexOf(named)];
    if (prompt) return createPromptAnswer(servers.getPrompt, prompt, given);
    const hint = suggestSimilarWord(named, words, 'List them with /prompts.');
    return createRefusal(`Unknown prompt ${quoteAsCode(named)}. ${hint}`);
  },
};

async function listPrompts(servers: ServersPort | undefined): Promise<readonly NamedPrompt[]> {
  const { listPrompts: prompts } = servers ?? {};
  if (!servers || !prompts) return [];
  const names = servers.list().filter(({ state }) => state !== 'disabled');
  const lists = await Promise.all(
    names.map(async ({ name: server }) => {
      // Errors of one server are ignored, so that the prompts of the others are listed.
      const found = await prompts(server).catch(() => []);
      return found.map((prompt) => ({ ...prompt, server, word: `${server}/${prompt.name}` }));
    }),
  );
  return lists.flat();
}

async function createPromptAnswer(
  getPrompt: NonNullable<ServersPort['getPrompt']>,
  prompt: NamedPrompt,
  given: readonly string[],
): Promise<CommandAnswer> {
  const args = new Map<string, string>();
  for (const one of given) {
    const at = one.indexOf('=');
    const name = one.slice(0, Math.max(at, 0));
    if (!prompt.arguments.some((argument) => argument.name === name)) {
      return createRefusal(`Usage: ${formatPromptUsage(prompt)}.`);
    }
    args.set(name, one.slice(at + 1));
  }
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && !args.has(name));
  if (missing.length > 0) return createRefusal(`Usage: ${formatPromptUsage(prompt)}.`);
  const messages = await getPrompt(prompt.server, {
    name: prompt.name,
    arguments: Object.fromEntries(args),
  });
  const text = messages.map(formatPromptMessage).join('\n\n').trim();
  return text === ''
    ? createRefusal(`The prompt ${quoteAsCode(prompt.word)} is empty.`)
    : { do: 'send', text };
}

/** Formats a message of a prompt. Content other than text becomes `[type]`. */
function formatPromptMessage({ role, content }: ServerPromptMessage): string {
  const text = typeof content === 'string' ? content : formatPromptContent(content);
  return role === 'user' ? text : `${role}: ${text}`;
}

function formatPromptContent(content: ServerPromptMessage['content']): string {
  if (!isJsonObject(content)) return '';
  const { type, resource } = content;
  const text = isJsonObject(resource) ? resource['text'] : undefined;
  if (typeof text === 'string') return text;
  return typeof type === 'string' ? `[${type}]` : '';
}

function formatPrompt(prompt: NamedPrompt): string {
  const about = prompt.description === undefined ? '' : `: ${prompt.description}`;
  return `${formatPromptUsage(prompt)}${about}`;
}

function formatPromptUsage({ word, arguments: args }: NamedPrompt): string {
  const shown = args.map(({ name, isRequired }) => (isRequired ? `${name}=…` : `[${name}=…]`));
  return quoteAsCode(['/prompts', word, ...shown].join(' '));
}
