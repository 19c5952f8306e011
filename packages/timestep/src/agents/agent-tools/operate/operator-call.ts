import type { Mask, JsonObject, ToolSchema } from '../../../core/index.ts';
import type {
  OperatorCall,
  OperatorCallOutcome,
  OperatorCallResult,
  ToolResult,
} from '../../../engine/port/index.ts';
import { createRuleJudge } from '../../../engine/tools/index.ts';
import { type ToolServer, type AgentFolder, getToolValue } from '../../folder/index.ts';
import { maskValue } from '../servers/server-mask.ts';
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
  if (!tool) {
    const why = `${server.name} has no tool ${name} now: look at its list of tools again`;
    return { kind: 'denied', why };
  }
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

export type CallRules = Pick<AgentFolder, 'permissions' | 'settings'>;

export type CallVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly why: string }
  | { readonly kind: 'deny'; readonly why: string };

/** Rules come before switches. The agent cannot override a server that requires approval. */
export function judgeOperatorCall(
  { permissions, settings }: CallRules,
  server: Pick<ToolServer, 'name' | 'enabled' | 'approval'>,
  tool: ToolSchema,
  args: JsonObject,
): CallVerdict {
  const { name } = tool.function;
  if (!getToolValue(server.enabled, name)) {
    return { kind: 'deny', why: `the agent's files deny ${name}` };
  }
  const judgement = createRuleJudge(permissions)({
    name: `${server.name}_${name}`,
    arguments: args,
  });
  const { verdict, reason = `the agent's files ask a person about ${name}` } = judgement ?? {};
  if (verdict === 'deny') return { kind: 'deny', why: reason };
  if (verdict === 'ask') return { kind: 'ask', why: reason };
  if (tool.needsApproval) return { kind: 'ask', why: `the server asks a person about ${name}` };
  if (verdict === 'allow') return { kind: 'allow' };
  const { toolPermission } = settings;
  const asks =
    toolPermission === 'tool' ? getToolValue(server.approval, name) : toolPermission === 'always';
  return asks ? { kind: 'ask', why: reason } : { kind: 'allow' };
}
