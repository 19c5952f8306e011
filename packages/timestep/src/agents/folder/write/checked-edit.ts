import type { AgentStorage } from '#engine/port';
import { type FolderProblem, formatProblem, throwIfMistakes } from '../problem.ts';
import { parseWithoutSecrets } from '../read/parse-folder.ts';
import { readAgentFiles } from '../storage/agent-files.ts';
import type { AgentLocation } from '../storage/agent-location.ts';
import type { FileChange, AgentEdit } from './agent-edit.ts';
import { overlayChanges } from './overlay-changes.ts';

/** Creates an edit. Rejects with `FolderError` if the changes would make the agent invalid. */
export async function createCheckedEdit(
  target: AgentStorage | AgentLocation,
  changes: readonly FileChange[],
): Promise<AgentEdit> {
  const before = 'storage' in target ? target : { storage: target };
  const after = { ...before, storage: overlayChanges(before.storage, changes) };
  const known = new Set((await findAgentMistakes(before)).map(formatProblem));
  const found = await findAgentMistakes(after);
  throwIfMistakes(found.filter((problem) => !known.has(formatProblem(problem))));
  return { changes };
}

/**
 * Checks an agent's files. Missing environment variables are no mistakes, because the agent may run
 * elsewhere.
 */
async function findAgentMistakes(location: AgentLocation): Promise<FolderProblem[]> {
  const { problems } = parseWithoutSecrets(await readAgentFiles(location));
  return problems.filter(({ severity }) => severity === 'mistake');
}
