import type { SwitchChange } from '#engine/port';
import type { PerTool, ToolSwitches } from '#agents/folder';

/** Converts a change to tool settings. An enabled tool is not enabled again. */
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
