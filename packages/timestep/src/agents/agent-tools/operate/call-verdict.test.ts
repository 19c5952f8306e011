import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import type { PermissionRules } from '#engine/tools';
import type { ToolPermission } from '#agents/folder';
import { judgeOperatorCall } from './call-verdict.ts';

interface Given {
  readonly rules?: PermissionRules;
  readonly permission?: ToolPermission;
  readonly approval?: boolean;
  readonly enabled?: boolean;
  readonly asksItself?: boolean;
}

function verdictOf({ rules = {}, permission = 'tool', asksItself = false, ...given }: Given) {
  const { approval = false, enabled = true } = given;
  const tools = new Map<string, never>();
  const server = {
    name: 'sky',
    enabled: { serverDefault: enabled, tools },
    approval: { serverDefault: approval, tools },
  };
  const tool: ToolSchema = {
    type: 'function',
    ...(asksItself && { needsApproval: true }),
    function: { name: 'look', parameters: {} },
  };
  const settings = { toolPermission: permission };
  return judgeOperatorCall({ permissions: rules, settings, servers: [] }, server, tool, {
    to: 'sea',
  }).kind;
}

it.each<[Given, string]>([
  [{}, 'allow'],
  [{ approval: true }, 'ask'],
  [{ approval: true, permission: 'never' }, 'allow'],
  [{ permission: 'always' }, 'ask'],
  [{ asksItself: true, permission: 'never' }, 'ask'],
  [{ enabled: false }, 'deny'],
  [{ rules: { deny: ['sky_look'] } }, 'deny'],
  [{ rules: { ask: ['sky_look:to=sea'] } }, 'ask'],
  [{ rules: { allow: ['sky_*'] }, approval: true }, 'allow'],
  [{ rules: { allow: ['sky_*'] }, asksItself: true }, 'ask'],
  [{ rules: { allow: ['sky_*'] }, enabled: false }, 'deny'],
])('judges %j: %s', (given, kind) => {
  expect(verdictOf(given)).toBe(kind);
});
