import {
  canConsentBeRemembered,
  describeToolChange,
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
import { describeChangedTool, toShownTool } from './show-tool.ts';

/**
 * The calls of a reply, the decisions of rules and guards about them, and the tools that they name.
 */
export interface CallsToWeigh {
  readonly calls: readonly ToolCall[];
  readonly refused: readonly RefusedCall[];
  readonly ruled: readonly CallJudgment[];
  readonly tools: readonly ToolSchema[];
  readonly task: Pick<Task, 'origin' | 'consents'>;
  readonly turn: TurnSettings | undefined;
}

/** Source of consents that hold in all conversations. */
export interface ConsentSource {
  readonly hooks?: HookSlot | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * For each call that needs approval, adds the tool's definition as the person sees it, and an earlier consent
 * that covers the call. If the tool has changed since that consent, the reason says how.
 */
export function attachConsentsToCalls(
  weighing: CallsToWeigh,
  source: ConsentSource,
): Promise<readonly CallJudgment[]> | readonly CallJudgment[] {
  const { calls, ruled } = weighing;
  const asked: AskedCall[] = [];
  for (const call of calls) {
    const needing = findCallThatNeedsApproval(weighing, call);
    if (needing) asked.push(needing);
  }
  if (asked.length === 0) return ruled;
  return loadConsents(weighing, source).then((consents) => [
    ...ruled.filter(({ callId }) => !asked.some(({ call }) => call.id === callId)),
    ...asked.map(({ call, tool, args, judgment }): CallJudgment => {
      const shown = toShownTool(tool, args);
      const weighed = findCoveringConsentOrChange(shown, call, args, consents, judgment?.reason);
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

function findCallThatNeedsApproval(
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

/** Returns whether a person must be asked about a call that no consent covers. */
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
  // If the consents cannot be read, the person is asked as if there were none.
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

function findCoveringConsentOrChange(
  shown: ShownTool,
  call: ToolCall,
  args: JsonObject,
  consents: readonly Consent[],
  reason: string | undefined,
): Pick<CallJudgment, 'tool' | 'consent' | 'reason'> {
  const same = consents.filter(({ digest }) => digest === shown.digest);
  const covering = canConsentBeRemembered(shown)
    ? same.findLast((consent) => doesConsentCover(consent, shown, call, args))
    : undefined;
  if (covering) return { tool: shown, consent: covering.id };
  const former = same.length > 0 ? undefined : findConsentToEarlierDefinition(shown, consents);
  if (!former) return { tool: shown };
  return describeChangedTool(
    shown,
    describeToolChange(former.definition, shown.definition),
    reason,
  );
}

function doesConsentCover(
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

/** Finds the newest consent to an earlier definition of the tool, or to a tool that differs only in its name. */
function findConsentToEarlierDefinition(
  { definition }: ShownTool,
  consents: readonly Consent[],
): Consent | undefined {
  return (
    consents.findLast((one) => one.definition.name === definition.name) ??
    consents.findLast((one) => isSameToolRenamed(one, definition))
  );
}

function isSameToolRenamed(before: Consent, now: ShownTool['definition']): boolean {
  const renamed = { ...before.definition, name: now.name };
  return now.server !== undefined && describeToolChange(renamed, now) === '';
}
