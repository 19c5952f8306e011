import {
  buildInstructions,
  loadAgentFolder,
  openFolderEnvironment,
  type LoadFolderOptions,
} from '#agents/agent';
import { readAgentFolder } from '#agents/folder';
import { formatForeignLine, type Message } from '#core';
import type { AgentFn, LoginStore } from '#engine/port';
import type { MakeEnvironment } from '../trial.ts';

/** Creates the agent of a folder. Throws `FolderError` and `ModelError`. */
export function createFolderAgent(path: string, options: LoadFolderOptions = {}): AgentFn {
  const { folder, model } = loadAgentFolder(path, options);
  const instructions = buildInstructions(folder);
  return (messages, context) =>
    model(mergeInstructionsIntoSystemMessage(messages, instructions), context);
}

/** Returns a function that starts the MCP servers of a folder separately for each trial. */
export function createFolderToolsFactory(path: string, logins?: LoginStore): MakeEnvironment {
  const folder = readAgentFolder(path);
  return () => {
    const tools = openFolderEnvironment(folder, {
      location: path,
      ...(logins && { logins }),
      // Missing tools fail the trial, because the agent would be graded as if it had chosen not to use them.
      startWaitMs: TRIAL_WAIT_MS,
      onServerLine: (server, { text }) => {
        const line = formatForeignLine(`${server} wrote: ${text}`);
        process.stderr.write(`the MCP server ${line}\n`);
      },
    });
    return { tools, close: () => tools.close() };
  };
}

const TRIAL_WAIT_MS = 120_000;

/** Adds instructions to the first system message, because some models accept only one. */
function mergeInstructionsIntoSystemMessage(
  messages: readonly Message[],
  instructions: string,
): Message[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: instructions }, ...messages];
  return [{ role: 'system', content: `${instructions}\n\n${first.content}` }, ...rest];
}
