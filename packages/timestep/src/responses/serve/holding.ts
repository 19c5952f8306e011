import type { ResponseLease, StoredResponse } from '../store/response-store.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import type { Serving } from './serving.ts';

/** A response that is seen through here. */
export interface Run {
  readonly record: StoredResponse;
  /** Until when no other process sees it through; what is not stored is nobody else's. */
  heldUntil: number;
  /** The response as it will have ended. */
  readonly ended: Promise<ResponseObject>;
}

/** On what terms what begins now is held. */
export function leaseFrom({ clock, holder, leaseMs }: Serving): ResponseLease {
  const now = clock.now();
  return { holder, now, until: now + leaseMs };
}

/** Goes on holding what runs here. What another has taken over is no longer run here. */
export async function holdOn(serving: Serving): Promise<void> {
  const lease = leaseFrom(serving);
  const runs = [...serving.running.values()].filter(({ record }) => record.response.store);
  if (runs.length === 0) return;
  const records = runs.map(({ record }) => record);
  const lost = new Set(await serving.store.hold(lease, records));
  for (const run of runs) {
    if (lost.has(run.record)) letGo(serving, run);
    else run.heldUntil = lease.until;
  }
}

/**
 * Whether a run may still make calls. One that has lost its response may not, and never will again:
 * whoever goes on with the response begins a run of its own.
 */
export async function isHeld(serving: Serving, run: Run): Promise<boolean> {
  const { clock, onError } = serving;
  if (clock.now() < run.heldUntil) return true;
  await holdOn(serving).catch(onError);
  if (clock.now() < run.heldUntil) return true;
  letGo(serving, run);
  return false;
}

/** Gives back what is not finished, so that others need not wait for the leases to run out. */
export async function giveBack(serving: Serving): Promise<void> {
  const runs = [...serving.running.values()].filter(({ record }) => record.response.store);
  const records = [...runs.map(({ record }) => record), ...serving.left];
  if (records.length === 0) return;
  const lease = leaseFrom(serving);
  await serving.store.hold({ ...lease, until: lease.now }, records);
}

/** Where a run is not, nobody here sees its response through, unless another run does. */
export function letGo(serving: Serving, run: Run): void {
  const { id } = run.record.response;
  run.heldUntil = 0;
  if (serving.running.get(id) === run) serving.running.delete(id);
}
