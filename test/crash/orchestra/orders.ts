import type { Edit } from '../edit.ts';
import type { KillAt } from '../kill-points.ts';

/** The processes between a client and a booking: each asks the next one. */
export const ROLES = ['bridge', 'coordinator', 'specialist'] as const;
export type Role = (typeof ROLES)[number];

/** What a process is told by the variable `CRASH_VARIABLE` before it runs anything else. */
export interface CrashOrder {
  readonly role: Role;
  /** Where the points are noted that it passes, a line each. */
  readonly passed: string;
  /** Where it may be told to kill itself, as an `Ambush`; it looks there at each point. */
  readonly ambush: string;
  /** Rules that are broken in its sources. */
  readonly edits: readonly Edit[];
}

export const CRASH_VARIABLE = 'TIMESTEP_CRASH_ORDER';

/** Where a process kills itself, counted from the moment at which it first sees the order. */
export interface Ambush {
  /** Another one for every order. */
  readonly id: number;
  readonly at: KillAt;
}

/** Where tasks are kept, and what works on them. */
export type Backing =
  | { readonly kind: 'sqlite' }
  | { readonly kind: 'temporal'; readonly address: string };

/** What the program of the coordinator or of the specialist is to do. */
export interface RoleOrder {
  readonly role: Exclude<Role, 'bridge'>;
  readonly port: number;
  readonly backing: Backing;
  /** Also the name of its queue, where it has one. */
  readonly database: string;
  readonly taskQueue: string;
  /** The folder of the coordinator. */
  readonly folder: string;
  /** Where the specialist notes bookings, a line each. */
  readonly bookings: string;
}
