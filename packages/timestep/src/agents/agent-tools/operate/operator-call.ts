import { describeUnknownName, isToolVisibleTo, type Mask } from '#core';
import type {
  OperatorCall,
  OperatorCallOutcome,
  ToolResult,
  OperatorCallResult,
} from '#engine/port';
import type { ToolServer } from '#agents/folder';
import { maskValue } from '../servers/masks/mask-value.ts';
import { judgeOperatorCall } from './call-verdict.ts';
import { type OperatorDeps, createServerMask } from './operator-deps.ts';

/** Calls a tool outside any task, if the agent's rules allow it or an operator confirms it. */
export async function callToolForOperator(
  deps: OperatorDeps,
  server: ToolServer,
  { tool: name, arguments: given, isConfirmed, isByApp = false }: OperatorCall,
  signal: AbortSignal,
): Promise<OperatorCallOutcome> {
  const kept = deps.pool.getOrCreate(server);
  const tools = await kept.listTools();
  const tool = tools.find((one) => one.function.name === name);
  if (!tool) {
    const names = tools.map((one) => one.function.name);
    const why = describeUnknownName(`tool of ${server.name}`, name, names);
    return { kind: 'denied', why };
  }
  if (isByApp && !isToolVisibleTo('app', tool.meta)) {
    return { kind: 'denied', why: `the MCP server does not let apps call ${name}` };
  }
  const verdict = judgeOperatorCall(deps.folder(), server, tool, given);
  if (verdict.kind === 'deny') return { kind: 'denied', why: verdict.why };
  if (verdict.kind === 'ask' && !isConfirmed) return { kind: 'asks', why: verdict.why };
  const key = deps.newKey();
  const begun = performance.now();
  const mask = createServerMask(deps, server);
  const call = { id: key, name, arguments: given };
  const context = { key, attempt: 1, approved: true, signal };
  const result = await callToolAndMaskResult(mask, () =>
    kept.use((environment) => environment.callTool(call, context)),
  );
  return { kind: 'done', result, tookMs: Math.round((performance.now() - begun) * 10) / 10 };
}

/** Calls a tool, and returns its result for an operator. Its failure is a result too. */
export async function callToolAndMaskResult(
  mask: Mask,
  call: () => Promise<ToolResult>,
): Promise<OperatorCallResult> {
  try {
    const { content, isError = false, structured, artifacts = [], question } = await call();
    return {
      content: mask(content),
      isError,
      artifacts: artifacts.length,
      ...(structured !== undefined && { structured: maskValue(structured, mask) }),
      ...(question && { question: mask(question.text) }),
    };
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    return { content: mask(said), isError: true, artifacts: 0 };
  }
}
