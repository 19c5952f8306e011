import type { Mask } from '../../../core/index.ts';
import type { PlannedLine, SwitchChange, PlannedEdit } from '../../../engine/port/index.ts';
import {
  getEditVersion,
  type AgentEdit,
  type ToolSwitches,
  diffLines,
  type PerTool,
} from '../../folder/index.ts';

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
      lines: pickLinesNearChanges(diffLines(mask(before), mask(after))),
    })),
  };
}

/** Other lines are replaced by gaps. */
export function pickLinesNearChanges(lines: readonly PlannedLine[]): PlannedLine[] {
  const isNear = lines.map((_, at) =>
    lines
      .slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, at): PlannedLine[] => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [{ kind: 'gap', text: '' }] : [];
  });
}
