import type { JsonObject } from '#core';
import {
  type AgentFolder,
  type AgentEdit,
  FolderError,
  formatEdit,
  applyEdit,
  parseWithoutSecrets,
  readAgentFiles,
  formatProblem,
  summarizeEdit,
} from '#agents/folder';
import { createLocalAgent } from '#agents/model';
import { createFolderMask } from '../servers/masks/server-secrets.ts';
import type { PlannedChange } from './planned-change.ts';
import type { WorkspaceAgent } from './workspace-agent.ts';

export function editToPlannedChange(
  { storage, folder }: Pick<WorkspaceAgent, 'storage'> & { readonly folder?: AgentFolder },
  description: string,
  edit: AgentEdit,
): PlannedChange {
  if (edit.changes.length === 0) {
    throw new FolderError('the edit changes nothing: the files already have this content');
  }
  const shown = formatEdit(edit);
  return {
    what: description,
    shown: folder ? createFolderMask(folder)(shown) : shown,
    identity: JSON.stringify([description, edit]),
    async make() {
      await applyEdit(storage, edit);
      const { problems } = parseWithoutSecrets(await readAgentFiles({ storage }));
      const remarks = problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
      return [summarizeEdit(edit), ...remarks].join('\n');
    },
  };
}

/** Throws `FolderError` if a setting uses a script file of this machine as the model. */
export function checkModelSetting(settings: JsonObject): void {
  for (const name of ['model', 'mostRecentModel']) {
    const model = settings[name];
    if (typeof model === 'string')
      createLocalAgent(model, (file) => {
        const advice = 'use a model name such as provider/model';
        throw new FolderError(`the file ${file} cannot be used as a model here: ${advice}`);
      });
  }
}
