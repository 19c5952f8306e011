import type { SwitchChange } from '#engine/port';
import type { PerTool, ToolSwitches } from '#agents/folder';

/** Converts a change to tool settings. An enabled tool is not enabled again. */
export function toToolSwitches(
  { tool, permit, include }: SwitchChange,
  enabled: PerTool<boolean>,
): ToolSwitches {
  const own = tool === undefined ? undefined : enabled.tools.get(tool);
  const isOn = own ?? enabled.serverDefault;
  const given = include === undefined ? {} : { include };
  if (permit === undefined) return given;
  if (permit === null) return { ...given, enabled: null, permissionRequired: null };
  if (permit === 'deny') return { ...given, enabled: false };
  return { ...given, permissionRequired: permit === 'ask', ...(!isOn && { enabled: true }) };
}
