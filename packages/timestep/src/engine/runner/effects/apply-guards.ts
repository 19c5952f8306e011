import type { GuardRecord } from '#core';
import type { Guard, GuardResult } from '#engine/port';

export interface GuardedValue<Value> {
  readonly value: Value;
  /** All decisions of guards, except plain approvals without a reason. */
  readonly records: readonly GuardRecord[];
  /** The first guard decision that blocks the value or asks a person. Later guards did not check the value. */
  readonly stoppedBy?: { readonly action: 'block' | 'ask'; readonly reason: string };
}

/** Passes a value through the guards in order. Each guard receives the previous guard's result. */
export function applyGuards<Value>(
  guards: readonly Guard[],
  recordFields: Pick<GuardRecord, 'phase' | 'callId'>,
  value: Value,
  runCheck: (guard: Guard, value: Value) => GuardResult<Value>,
): GuardedValue<Value> | Promise<GuardedValue<Value>> {
  return guards.length === 0
    ? { value, records: [] }
    : runGuardsInOrder(guards, recordFields, value, runCheck);
}

async function runGuardsInOrder<Value>(
  guards: readonly Guard[],
  recordFields: Pick<GuardRecord, 'phase' | 'callId'>,
  value: Value,
  runCheck: (guard: Guard, value: Value) => GuardResult<Value>,
): Promise<GuardedValue<Value>> {
  let left = value;
  const records: GuardRecord[] = [];
  for (const guard of guards) {
    const decision = await runGuard(guard, left, runCheck);
    if (!decision) continue;
    const { action, reason } = decision;
    if (action !== 'allow' || reason !== undefined) {
      const said = reason === undefined ? {} : { reason };
      records.push({ guard: guard.name, ...recordFields, action, ...said });
    }
    if (decision.action === 'change') left = decision.to;
    if (decision.action === 'block' || decision.action === 'ask') {
      return {
        value: left,
        records,
        stoppedBy: { action: decision.action, reason: decision.reason },
      };
    }
  }
  return { value: left, records };
}

/** Runs one guard. A guard that fails blocks the value. */
async function runGuard<Value>(
  guard: Guard,
  value: Value,
  runCheck: (guard: Guard, value: Value) => GuardResult<Value>,
): Promise<Awaited<GuardResult<Value>>> {
  try {
    return await runCheck(guard, value);
  } catch {
    return { action: 'block', reason: `blocked, because the guard ${guard.name} failed` };
  }
}
