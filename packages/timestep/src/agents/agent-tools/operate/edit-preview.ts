import type { Mask } from '#core';
import type { PlannedEdit } from '#engine/port';
import { type AgentEdit, getEditVersion, pickLinesNearChanges, diffLines } from '#agents/folder';

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
