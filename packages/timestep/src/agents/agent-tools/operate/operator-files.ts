import type { Mask } from '#core';
import type { OperatorFiles, AgentChange, AgentStorage } from '#engine/port';
import { fillPrompt } from '#engine/tools';
import {
  type AgentEdit,
  planOrchestrationEdit,
  createSetAgentToolEdit,
  FolderError,
  createCheckedEdit,
  createFileChanges,
  getOrchestration,
  createNoSuchPartError,
  getEditVersion,
  createChangedError,
  getDisplayPath,
} from '#agents/folder';
import { createEditPreview } from './edit-preview.ts';
import { listAgentFilesWithParts } from './file-lines.ts';
import {
  type OperatorFilesDeps,
  createFileMask,
  MAX_BYTES,
  readMaskedAgentFile,
} from './opened-file.ts';
import { requireEditableLocation } from './operator-deps.ts';

export function createOperatorFiles(deps: OperatorFilesDeps): OperatorFiles {
  const { location, folder, refresh, history } = deps;
  const { storage } = location;
  const mask: Mask = (text) => createFileMask(folder())(text);

  async function createEditOfChange(change: AgentChange): Promise<AgentEdit> {
    if (!('path' in change)) {
      const editable = requireEditableLocation(location).storage;
      return 'agentTool' in change
        ? createSetAgentToolEdit(editable, change.agentTool)
        : planOrchestrationEdit(editable, change.orchestration === 'on');
    }
    const { path, text } = change;
    const opened = await readMaskedAgentFile(deps, path);
    if (opened?.why !== undefined)
      throw new FolderError(`the file ${path} cannot be changed: ${opened.why}`);
    if (text !== undefined && isFileTextTooLong(text)) {
      throw new FolderError(
        `the new text of ${path} is longer than 1 MB or ${MOST_LINES} lines: shorten it`,
      );
    }
    if (!opened && text === undefined) throw createUnknownFileError(storage, path);
    return createCheckedEdit(location, await createFileChanges(storage, path, text));
  }

  return {
    list: () => listAgentFilesWithParts(location),
    async read(path) {
      const opened = await readMaskedAgentFile(deps, path);
      if (opened) return opened;
      throw createUnknownFileError(storage, path);
    },
    getOrchestration: async () =>
      location.entry === undefined ? getOrchestration(folder().internalServers) : undefined,
    listTools: () => (folder().mode === 'tools' ? folder().agentTools : undefined),
    buildPrompt: fillPrompt,
    previewChange: async (change) => createEditPreview(await createEditOfChange(change), mask),
    async write(change, version) {
      await history.make(
        storage,
        requireEditAtVersion(storage, await createEditOfChange(change), version),
      );
      await refresh();
    },
    async previewUndo() {
      const undoing = await history.planUndo(location);
      return undoing && createEditPreview(undoing, mask);
    },
    async undo(version) {
      const undoing = await history.planUndo(location);
      if (!undoing) {
        throw createNoSuchPartError('no edit is left that was made here since the server started');
      }
      await history.undo(storage, requireEditAtVersion(storage, undoing, version));
      await refresh();
    },
  };
}

/** Maximum number of lines, so that a comparison of two texts takes milliseconds. */
const MOST_LINES = 50_000;

function isFileTextTooLong(text: string): boolean {
  return Buffer.byteLength(text) > MAX_BYTES || text.split('\n').length > MOST_LINES;
}

function requireEditAtVersion(
  storage: AgentStorage,
  edit: AgentEdit,
  version: string | undefined,
): AgentEdit {
  const [first] = edit.changes;
  if (!first || getEditVersion(edit) === version) return edit;
  throw createChangedError(getDisplayPath(storage, first.path), first.version);
}

function createUnknownFileError(storage: AgentStorage, path: string): FolderError {
  const file = getDisplayPath(storage, path);
  return createNoSuchPartError(`there is no file ${file}: it may have been removed`);
}
