import type { JsonObject } from '../../../core/index.ts';
import { createLocalAgent } from '../../model/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import {
  applyEdit,
  type AgentEdit,
  readAgentFiles,
  type AgentFiles,
  type AgentFolder,
  summarizeEdit,
  formatEdit,
  FolderError,
  parseFolder,
  WITHOUT_SECRETS,
  createProblemCollector,
  formatProblem,
  type FolderProblem,
  parseFolderOrThrow,
  createChangedError,
  hashContents,
} from '../../folder/index.ts';
import { createFolderMask } from '../folder-mask.ts';
import type { PlannedChange } from './consent.ts';

export interface WorkspaceAgent {
  readonly storage: AgentStorage;
  readonly files: AgentFiles;
  readonly folder: AgentFolder;
  readonly version: string;
}

export async function readWorkspaceAgent(storage: AgentStorage): Promise<WorkspaceAgent> {
  const files = await readAgentFiles({ storage });
  const folder = parseFolderOrThrow(files, WITHOUT_SECRETS);
  return { storage, files, folder, version: hashContents(files.version) };
}

/** Rejects with `FolderError` if the agent has not the version that the caller has read. */
export async function requireAgentVersion(
  storage: AgentStorage,
  version: string | undefined,
): Promise<WorkspaceAgent> {
  const agent = await readWorkspaceAgent(storage);
  if (version === undefined || version === agent.version) return agent;
  throw createChangedError(storage.location, agent.version);
}

export function planEdit(
  { storage, folder }: Pick<WorkspaceAgent, 'storage'> & { readonly folder?: AgentFolder },
  what: string,
  edit: AgentEdit,
): PlannedChange {
  if (edit.changes.length === 0) {
    throw new FolderError('nothing would be different: the files say so already');
  }
  const shown = formatEdit(edit);
  return {
    what,
    shown: folder ? createFolderMask(folder)(shown) : shown,
    identity: JSON.stringify([what, edit]),
    async make() {
      await applyEdit(storage, edit);
      return [summarizeEdit(edit), ...(await listRemarks(storage))].join('\n');
    },
  };
}

/** Throws `FolderError` if a file of this machine would answer instead of a model. */
export function checkModel(settings: JsonObject): void {
  for (const name of ['model', 'mostRecentModel']) {
    const model = settings[name];
    if (typeof model === 'string') createLocalAgent(model, refuseFile);
  }
}

function refuseFile(file: string): never {
  throw new FolderError(
    `the file ${file} cannot answer for an agent that is made here: name a model`,
  );
}

async function listRemarks(storage: AgentStorage): Promise<string[]> {
  return (await findProblems(storage)).map(
    (problem) => `${problem.severity}: ${formatProblem(problem)}`,
  );
}

async function findProblems(storage: AgentStorage): Promise<readonly FolderProblem[]> {
  const { problems, report } = createProblemCollector();
  parseFolder(await readAgentFiles({ storage }), WITHOUT_SECRETS, report);
  return problems;
}
