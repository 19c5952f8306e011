import type { AvailableCommand } from '@agentclientprotocol/sdk';
import {
  describeTextCommand,
  listTextCommands,
  readConversationView,
  runSlashLine,
  SLASH_COMMANDS,
  type CommandAnswer,
  type Conversation,
} from '#people/chat';
import type { AcpAgent } from '../acp-server-deps.ts';

/** Slash commands that are not offered, because editors have their own features for them. */
const NOT_OFFERED: readonly string[] = ['help', 'license', 'quit', 'clear', 'resume'];

const OFFERED = SLASH_COMMANDS.filter(({ name }) => !NOT_OFFERED.includes(name));

/** Lists the commands that editors can offer, with those of the agent's folder. */
export async function listAvailableCommands(agent: AcpAgent): Promise<AvailableCommand[]> {
  const texts = await listTextCommands(agent, SLASH_COMMANDS);
  return [
    ...OFFERED.map(({ name, summary, usage }) => createAvailableCommand(name, summary, usage)),
    ...texts.map((text) =>
      createAvailableCommand(text.name, describeTextCommand(text), text.argumentHint),
    ),
  ];
}

function createAvailableCommand(name: string, description: string, usage = ''): AvailableCommand {
  return { name, description, ...(usage !== '' && { input: { hint: usage } }) };
}

/** Runs a slash command, hidden from the agent. Undefined if the text is a message. */
export async function runCommand(
  text: string,
  agent: AcpAgent,
  conversation: Conversation,
): Promise<Extract<CommandAnswer, { readonly text: string }> | undefined> {
  const line = text.trim();
  const [, named] = /^\/([\w-]+)(?=\s|$)/.exec(line) ?? [];
  if (named === undefined) return undefined;
  if (!OFFERED.some(({ name }) => name === named)) {
    const texts = await listTextCommands(agent, SLASH_COMMANDS);
    if (!texts.some(({ name }) => name === named)) return undefined;
  }
  const view = await readConversationView(conversation);
  const answer = await runSlashLine(
    line,
    agent.commands(conversation)(() => view),
  );
  if (answer?.do === 'open') {
    const hint = `The new session \`${answer.sessionId}\` continues from there. Open it from the list of sessions.`;
    return { do: 'say', text: hint };
  }
  return answer && 'text' in answer ? answer : undefined;
}
