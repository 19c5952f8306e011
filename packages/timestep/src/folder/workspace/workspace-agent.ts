import type { JsonObject } from '../../core/index.ts';
import { localAgent } from '../../model/index.ts';
import type { AgentStorage } from '../../port/index.ts';
import { applyEdit, type AgentEdit } from '../agent-edit.ts';
import { agentFiles, type AgentFiles } from '../agent-files.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { editSummary, editText } from '../edit-text.ts';
import { FolderError } from '../folder-error.ts';
import { folderFrom, WITHOUT_SECRETS } from '../folder-from-files.ts';
import { maskOfFolder } from '../mask-of-folder.ts';
import { collected, problemText, type FolderProblem } from '../problem.ts';
import { folderOrThrow } from '../read-agent-folder.ts';
import { changedUnderneath, versionOf } from '../version-of.ts';
import type { PlannedChange } from './consent.ts';

/** An agent of a workspace as it is now. */
export interface WorkspaceAgent {
  readonly storage: AgentStorage;
  readonly files: AgentFiles;
  readonly folder: AgentFolder;
  /** Differs where any file of the agent differs. */
  readonly version: string;
}

/** Reads an agent; its secrets are not. Rejects with `FolderError`. */
export async function workspaceAgent(storage: AgentStorage): Promise<WorkspaceAgent> {
  const files = await agentFiles({ storage });
  const folder = folderOrThrow(files, WITHOUT_SECRETS);
  return { storage, files, folder, version: versionOf(files.version) };
}

/** The same, once it is known to be the one that the caller has read. */
export async function agentOfVersion(
  storage: AgentStorage,
  version: string | undefined,
): Promise<WorkspaceAgent> {
  const agent = await workspaceAgent(storage);
  if (version === undefined || version === agent.version) return agent;
  throw changedUnderneath(storage.location, agent.version);
}

/** An edit as a change for which a person is asked. */
export function plannedEdit(
  { storage, folder }: Pick<WorkspaceAgent, 'storage'> & { readonly folder?: AgentFolder },
  what: string,
  edit: AgentEdit,
): PlannedChange {
  if (edit.changes.length === 0) {
    throw new FolderError('nothing would be different: the files say so already');
  }
  const shown = editText(edit);
  return {
    what,
    shown: folder ? maskOfFolder(folder)(shown) : shown,
    identity: JSON.stringify([what, edit]),
    async make() {
      await applyEdit(storage, edit);
      return [editSummary(edit), ...(await remarks(storage))].join('\n');
    },
  };
}

/** A model may be named, but no file or command of this machine that answers in place of one. */
export function checkModel(settings: JsonObject): void {
  for (const name of ['model', 'mostRecentModel']) {
    const model = settings[name];
    if (typeof model === 'string') localAgent(model, refuseFile);
  }
}

function refuseFile(file: string): never {
  throw new FolderError(
    `the file ${file} cannot answer for an agent that is made here: name a model`,
  );
}

async function remarks(storage: AgentStorage): Promise<string[]> {
  return (await problemsOf(storage)).map(
    (problem) => `${problem.severity}: ${problemText(problem)}`,
  );
}

/** What `timestep check` says about an agent. */
async function problemsOf(storage: AgentStorage): Promise<readonly FolderProblem[]> {
  const { problems, report } = collected();
  folderFrom(await agentFiles({ storage }), WITHOUT_SECRETS, report);
  return problems;
}
