import type { AgentStorage } from '#engine/port';
import { type FolderProblem, formatProblem, throwMistakes } from '../problem.ts';
import { parseWithoutSecrets } from '../read/parse-folder.ts';
import { type AgentFiles, readAgentFiles } from '../storage/agent-files.ts';
import type { AgentLocation } from '../storage/agent-location.ts';
import { TOP_FILES, isReadWithAgent } from '../storage/agent-paths.ts';
import type { FileChange, AgentEdit } from './agent-edit.ts';

/** Creates an edit. Rejects with `FolderError` if the changes would make the agent invalid. */
export async function createCheckedEdit(
  target: AgentStorage | AgentLocation,
  changes: readonly FileChange[],
): Promise<AgentEdit> {
  const before = await readAgentFiles('storage' in target ? target : { storage: target });
  const known = new Set(findMistakes(before).map(formatProblem));
  const after = findMistakes(applyChangesInMemory(before, changes));
  throwMistakes(after.filter((problem) => !known.has(formatProblem(problem))));
  return { changes };
}

function applyChangesInMemory(files: AgentFiles, changes: readonly FileChange[]): AgentFiles {
  const texts = new Map(files.texts);
  for (const { path, after } of changes) {
    if (after === undefined) texts.delete(path);
    else if (isParsedFile(files, path)) texts.set(path, after);
  }
  return { ...files, texts };
}

function isParsedFile({ entry }: AgentFiles, path: string): boolean {
  return entry === undefined ? TOP_FILES.includes(path) || isReadWithAgent(path) : path === entry;
}

/** Missing variables are not counted as errors, because the agent may run elsewhere. */
function findMistakes(files: AgentFiles): FolderProblem[] {
  return parseWithoutSecrets(files).problems.filter(({ severity }) => severity === 'mistake');
}
