import type { Mask } from '../../../core/index.ts';
import type { AgentStorage, SwitchChange, PlannedEdit } from '../../../engine/port/index.ts';
import {
  applyEdit,
  createCheckedEdit,
  type AgentEdit,
  type FileChange,
  type AgentLocation,
  getDisplayPath,
  createChangedError,
  getEditVersion,
  type ToolSwitches,
  diffLines,
  pickLinesNearChanges,
  type PerTool,
  omitUndefined,
} from '../../folder/index.ts';

/** Edits of one agent, which can be undone from the newest backwards. The history is in memory. */
export interface EditHistory {
  /** Rejects like `applyEdit`. */
  make(storage: AgentStorage, edit: AgentEdit): Promise<void>;
  /** Undefined if there is no edit. Rejects with `changed-underneath` if a file has changed. */
  planUndo(location: AgentLocation): Promise<AgentEdit | undefined>;
  undo(storage: AgentStorage, undoing: AgentEdit): Promise<void>;
}

/** Older edits are dropped. */
const MAX_EDITS = 50;

export function createEditHistory(): EditHistory {
  const made: AgentEdit[] = [];
  return {
    async make(storage, edit) {
      await applyEdit(storage, edit);
      if (edit.changes.length > 0) made.push(edit);
      if (made.length > MAX_EDITS) made.shift();
    },
    async planUndo(location) {
      const newest = made.at(-1);
      if (!newest) return undefined;
      const { storage } = location;
      const files = await Promise.all(newest.changes.map(({ path }) => storage.read(path)));
      const changes = newest.changes.map((change, at) => {
        const version = files[at]?.version;
        const text = files[at] && new TextDecoder().decode(files[at].contents);
        if (text !== change.after)
          throw createChangedError(getDisplayPath(storage, change.path), version);
        return reverseChange(change, version);
      });
      return createCheckedEdit(location, changes);
    },
    async undo(storage, undoing) {
      await applyEdit(storage, undoing);
      made.pop();
    },
  };
}

function reverseChange(
  { path, before, after }: FileChange,
  version: string | undefined,
): FileChange {
  return omitUndefined({ path, before: after, after: before, version });
}

/** A tool that is enabled already is not enabled again. */
export function toSwitches(
  { tool, permit, include }: SwitchChange,
  enabled: PerTool<boolean>,
): ToolSwitches {
  const own = tool === undefined ? undefined : enabled.tools.get(tool);
  const isOn = own ?? enabled.serverDefault;
  return { ...(include !== undefined && { include }), ...toPermitSwitches(permit, isOn) };
}

function toPermitSwitches(permit: SwitchChange['permit'], isOn: boolean): ToolSwitches {
  switch (permit) {
    case undefined:
      return {};
    case null:
      return { enabled: null, permissionRequired: null };
    case 'deny':
      return { enabled: false };
    case 'ask':
    case 'allow':
      return { permissionRequired: permit === 'ask', ...(!isOn && { enabled: true }) };
  }
}

const CONTEXT_LINES = 3;

export function createEditPreview(edit: AgentEdit, mask: Mask): PlannedEdit {
  const version = getEditVersion(edit);
  return {
    ...(version !== undefined && { version }),
    files: edit.changes.map(({ path, before = '', after = '' }) => ({
      path,
      lines: pickLinesNearChanges(diffLines(mask(before), mask(after)), CONTEXT_LINES),
    })),
  };
}
