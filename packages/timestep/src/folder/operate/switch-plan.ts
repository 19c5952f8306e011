import type { Mask } from '../../core/index.ts';
import type { PlannedLine, SwitchChange, PlannedEdit } from '../../port/index.ts';
import { versionIn, type AgentEdit } from '../agent-edit.ts';
import type { ToolSwitches } from '../edit-manifest.ts';
import { lineDiff } from '../line-diff.ts';
import type { PerTool } from '../tool-server.ts';

/** The switches that a change sets; a tool that is offered already is not switched on once more. */
export function switchesOf(
  { tool, permit, include }: SwitchChange,
  enabled: PerTool<boolean>,
): ToolSwitches {
  const own = tool === undefined ? undefined : enabled.tools.get(tool);
  const isOn = own ?? enabled.serverDefault;
  return { ...(include !== undefined && { include }), ...permitSwitches(permit, isOn) };
}

function permitSwitches(permit: SwitchChange['permit'], isOn: boolean): ToolSwitches {
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

/** Lines that are shown around each change. */
const AROUND = 3;

/** What an edit would write, without secrets that stand in the file. */
export function planOf(edit: AgentEdit, mask: Mask): PlannedEdit {
  const version = versionIn(edit);
  return {
    ...(version !== undefined && { version }),
    files: edit.changes.map(({ path, before = '', after = '' }) => ({
      path,
      lines: nearChanges(lineDiff(mask(before), mask(after))),
    })),
  };
}

/** The changed lines with some around them; the others are gaps. */
export function nearChanges(lines: readonly PlannedLine[]): PlannedLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, at): PlannedLine[] => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [{ kind: 'gap', text: '' }] : [];
  });
}
