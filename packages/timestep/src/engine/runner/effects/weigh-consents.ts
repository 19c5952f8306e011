import {
  canBeRemembered,
  describeChange,
  parseArguments,
  type CallJudgment,
  type Consent,
  type JsonObject,
  type RefusedCall,
  type ShownTool,
  type Task,
  type ToolCall,
  type ToolSchema,
  type TurnSettings,
} from '#core';
import type { Clock, HookSlot } from '#engine/port';
import { createConsentJudge } from '#engine/tools';
import { describeFormer, showTool } from './show-tool.ts';

/** The calls of a reply, the judgments of rules and guards about them, and the tools that they name. */
export interface CallsToWeigh {
  readonly calls: readonly ToolCall[];
  readonly refused: readonly RefusedCall[];
  readonly ruled: readonly CallJudgment[];
  readonly tools: readonly ToolSchema[];
  readonly task: Pick<Task, 'origin' | 'consents'>;
  readonly turn: TurnSettings | undefined;
}

/** Where consents for all conversations are found. */
export interface ConsentSource {
  readonly hooks?: HookSlot | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Adds to the judgments of calls about which a person is to be asked the tool as the person is shown it, and the
 * consent that covers the call. A tool that has changed since a consent is described by what has changed.
 */
export function weighConsents(
  weighing: CallsToWeigh,
  source: ConsentSource,
): Promise<readonly CallJudgment[]> | readonly CallJudgment[] {
  const { calls, ruled } = weighing;
  const asked = calls.flatMap((call) => findAskedCall(weighing, call) ?? []);
  if (asked.length === 0) return ruled;
  return loadConsents(weighing, source).then((consents) => [
    ...ruled.filter(({ callId }) => !asked.some(({ call }) => call.id === callId)),
    ...asked.map(({ call, tool, args, judgment }): CallJudgment => {
      const shown = showTool(tool, args);
      const weighed = weigh(shown, call, args, consents, judgment?.reason);
      return { callId: call.id, ...judgment, ...weighed };
    }),
  ]);
}

interface AskedCall {
  readonly call: ToolCall;
  readonly tool: ToolSchema;
  readonly args: JsonObject;
  readonly judgment: CallJudgment | undefined;
}

function findAskedCall(
  { refused, ruled, tools, turn }: CallsToWeigh,
  call: ToolCall,
): AskedCall | undefined {
  const { id, function: called } = call;
  const judgment = ruled.find(({ callId }) => callId === id);
  const tool = tools.find((one) => one.function.name === called.name);
  if (!tool || !isPersonAsked(judgment, tool, turn)) return undefined;
  const args = parseArguments(judgment?.arguments ?? called.arguments);
  if (!args || refused.some(({ callId }) => callId === id)) return undefined;
  return { call, tool, args, judgment };
}

/** Whether a person is asked about a call without a consent. */
function isPersonAsked(
  judgment: CallJudgment | undefined,
  tool: ToolSchema,
  turn: TurnSettings | undefined,
): boolean {
  if (judgment?.verdict) return judgment.verdict === 'ask';
  const { toolPermission = 'tool' } = turn ?? {};
  return toolPermission === 'tool' ? tool.needsApproval === true : toolPermission === 'always';
}

async function loadConsents(
  { task, turn }: CallsToWeigh,
  { hooks, clock }: ConsentSource,
): Promise<readonly Consent[]> {
  const { agent, principal } = task.origin;
  // A store that cannot be read holds no consents.
  const standing =
    (await hooks
      ?.current()
      .listConsents?.(principal)
      .catch(() => [])) ?? [];
  const own = standing.filter((one) => one.agent === agent);
  const at = clock.now();
  return [...own, ...(turn?.consents ?? []), ...(task.consents ?? [])]
    .filter(({ until = Infinity }) => until > at)
    .toSorted((one, other) => one.at - other.at);
}

function weigh(
  shown: ShownTool,
  call: ToolCall,
  args: JsonObject,
  consents: readonly Consent[],
  reason: string | undefined,
): Pick<CallJudgment, 'tool' | 'consent' | 'reason'> {
  const same = consents.filter(({ digest }) => digest === shown.digest);
  const covering = canBeRemembered(shown)
    ? same.findLast((consent) => covers(consent, shown, call, args))
    : undefined;
  if (covering) return { tool: shown, consent: covering.id };
  const former = same.length > 0 ? undefined : findFormer(shown, consents);
  if (!former) return { tool: shown };
  return describeFormer(shown, describeChange(former.definition, shown.definition), reason);
}

function covers(
  consent: Consent,
  shown: ShownTool,
  { function: { name } }: ToolCall,
  args: JsonObject,
): boolean {
  if (consent.scope === 'once') return false;
  switch (consent.covers) {
    case 'tool':
      return true;
    case 'arguments':
      return consent.call === shown.call;
    default: {
      const judge = createConsentJudge(consent.covers.rule);
      return judge({ name, arguments: args })?.verdict === 'allow';
    }
  }
}

/** Finds the newest consent to the tool before it changed, or to a tool that differs only in its name. */
function findFormer({ definition }: ShownTool, consents: readonly Consent[]): Consent | undefined {
  return (
    consents.findLast((one) => one.definition.name === definition.name) ??
    consents.findLast((one) => isRenamed(one, definition))
  );
}

function isRenamed(before: Consent, now: ShownTool['definition']): boolean {
  const renamed = { ...before.definition, name: now.name };
  return now.server !== undefined && describeChange(renamed, now) === '';
}
