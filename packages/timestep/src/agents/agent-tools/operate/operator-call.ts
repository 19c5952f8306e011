import type { Mask } from '../../../core/index.ts';
import type {
  OperatorCall,
  OperatorCallOutcome,
  OperatorCallResult,
  ToolResult,
} from '../../../engine/port/index.ts';
import { maskValue } from '../servers/mask-value.ts';
import type { ToolServer } from '../../folder/index.ts';
import { judgeOperatorCall } from './call-verdict.ts';
import { createServerMask, type OperatorDeps } from './operator-deps.ts';

/** Calls a tool outside any task, if the agent's rules allow it or an operator confirms it. */
export async function callToolForOperator(
  deps: OperatorDeps,
  server: ToolServer,
  { tool: name, arguments: given, isConfirmed }: OperatorCall,
  signal: AbortSignal,
): Promise<OperatorCallOutcome> {
  const kept = deps.pool.getOrCreate(server);
  const tool = (await kept.listTools()).find((one) => one.function.name === name);
  if (!tool) return { kind: 'denied', why: formatMissingTool(server, name) };
  const verdict = judgeOperatorCall(deps.folder(), server, tool, given);
  if (verdict.kind === 'deny') return { kind: 'denied', why: verdict.why };
  if (verdict.kind === 'ask' && !isConfirmed) return { kind: 'asks', why: verdict.why };
  const key = deps.newKey();
  const begun = performance.now();
  const mask = createServerMask(deps, server);
  const result = await runMasked(mask, () =>
    kept.use((environment) =>
      environment.callTool(
        { id: key, name, arguments: given },
        { key, attempt: 1, approved: true, signal },
      ),
    ),
  );
  return { kind: 'done', result, tookMs: Math.round((performance.now() - begun) * 10) / 10 };
}

function formatMissingTool({ name }: ToolServer, tool: string): string {
  return `${name} has no tool ${tool} now: look at its list of tools again`;
}

async function runMasked(mask: Mask, call: () => Promise<ToolResult>): Promise<OperatorCallResult> {
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
