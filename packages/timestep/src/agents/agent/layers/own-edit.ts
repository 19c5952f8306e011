import { isJsonObject } from '#core';
import type { ToolInvocation, CallRulingRequest, CallRuling } from '#engine/port';
import { executeToolCall } from '#engine/tools';
import type { ServerTool } from '#agents/agent-tools';
import { type AgentEdit, getEditVersion, formatEdit } from '#agents/folder';
import { type OwnToolDeps, describeOutcomeOrRethrow } from './own-tool-call.ts';

export async function judgeEditCall(
  { compiled, tool }: ServerTool,
  call: ToolInvocation,
  request: CallRulingRequest,
  { access, hideSecrets }: OwnToolDeps,
): Promise<CallRuling> {
  const { plan } = tool;
  if (!plan) return { verdict: 'ask' };
  const planning = { ...compiled, tool: { ...tool, execute: plan } };
  const offer = (): void => undefined;
  const context = { ...request, key: call.id, attempt: 1, approved: true, access, offer };
  const ran = await executeToolCall(planning, call.arguments, { context });
  if (ran.is !== 'result')
    return { verdict: 'deny', reason: describeOutcomeOrRethrow(ran, hideSecrets) };
  const edit = ran.value as AgentEdit;
  if (edit.changes.length === 0) return { verdict: 'allow' };
  const { properties } = compiled.input.json;
  const takesVersion = isJsonObject(properties) && 'version' in properties;
  const version = takesVersion ? getEditVersion(edit) : undefined;
  return {
    verdict: 'ask',
    reason: hideSecrets(formatEdit(edit)),
    // An approval of an edit is valid only for the version of the files that the user saw.
    ...(version !== undefined && { arguments: { ...call.arguments, version } }),
  };
}
