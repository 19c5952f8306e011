import type { GuardRecord } from '../core/index.ts';
import type { Guard, Guarded } from '../port/index.ts';

/** What is left of a thing that guards looked at. */
export interface Passed<Thing> {
  readonly thing: Thing;
  /** Every decision but an approval without a reason. */
  readonly records: readonly GuardRecord[];
  /** The first block or question; no later guard looked at the thing. */
  readonly stop?: { readonly action: 'block' | 'ask'; readonly reason: string };
}

/** Shows a thing to guards in their order, each what the one before left of it. */
export function passGuards<Thing>(
  guards: readonly Guard[],
  about: Pick<GuardRecord, 'phase' | 'callId'>,
  thing: Thing,
  look: (guard: Guard, thing: Thing) => Guarded<Thing>,
): Passed<Thing> | Promise<Passed<Thing>> {
  return guards.length === 0 ? { thing, records: [] } : askedInTurn(guards, about, thing, look);
}

async function askedInTurn<Thing>(
  guards: readonly Guard[],
  about: Pick<GuardRecord, 'phase' | 'callId'>,
  thing: Thing,
  look: (guard: Guard, thing: Thing) => Guarded<Thing>,
): Promise<Passed<Thing>> {
  let left = thing;
  const records: GuardRecord[] = [];
  for (const guard of guards) {
    const decision = await lookedAt(guard, left, look);
    if (!decision) continue;
    const { action, reason } = decision;
    if (action !== 'allow' || reason !== undefined) {
      const said = reason === undefined ? {} : { reason };
      records.push({ guard: guard.name, ...about, action, ...said });
    }
    if (decision.action === 'change') left = decision.to;
    if (decision.action === 'block' || decision.action === 'ask') {
      return { thing: left, records, stop: { action: decision.action, reason: decision.reason } };
    }
  }
  return { thing: left, records };
}

/** A guard that fails lets nothing through. */
async function lookedAt<Thing>(
  guard: Guard,
  thing: Thing,
  look: (guard: Guard, thing: Thing) => Guarded<Thing>,
): Promise<Awaited<Guarded<Thing>>> {
  try {
    return await look(guard, thing);
  } catch {
    return { action: 'block', reason: `blocked, because the guard ${guard.name} failed` };
  }
}
