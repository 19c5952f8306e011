import {
  instructionsOf,
  loadAgentFolder,
  openFolderEnvironment,
  readAgentFolder,
  type LoadFolderOptions,
} from '../../folder/index.ts';
import type { Message } from '../../core/index.ts';
import type { AgentFn, LoginStore } from '../../port/index.ts';
import { withRetriesButForLimits } from '../pace/retries-but-for-limits.ts';
import type { MakeEnvironment } from '../trial.ts';

/**
 * The agent of a folder: its model, which receives the folder's prompt, references and rules before
 * the task's messages. Throws `FolderError` and `ModelError`.
 */
export function folderAgent(path: string, options: LoadFolderOptions = {}): AgentFn {
  const { folder, model } = loadAgentFolder(path, { ...options, retries: 0 });
  const retrying = withRetriesButForLimits(model);
  const instructions = instructionsOf(folder);
  return (messages, context) => retrying(withInstructions(messages, instructions), context);
}

/** The servers of a folder, started or connected to anew for each trial. Throws `FolderError`. */
export function folderTools(path: string, logins?: LoginStore): MakeEnvironment {
  const folder = readAgentFolder(path);
  return () => {
    const tools = openFolderEnvironment(folder, {
      location: path,
      ...(logins && { logins }),
      onServerLine: (server, { text }) => void process.stderr.write(`${server}: ${text}\n`),
    });
    return { tools, close: () => tools.close() };
  };
}

/** One system message, because some models take only one. */
function withInstructions(messages: readonly Message[], instructions: string): Message[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: instructions }, ...messages];
  return [{ role: 'system', content: `${instructions}\n\n${first.content}` }, ...rest];
}
