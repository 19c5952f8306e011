import type { JsonValue } from '@timestep-ai/timestep/core';
import type { Database } from './database.ts';
import { ToolFailure, type Reservation, type User } from './records.ts';

/** Throws `ToolFailure` if the user does not exist. */
export function requireUser(database: Database, id: string): User {
  const user = database.find('users', id);
  if (!user) throw new ToolFailure('user not found');
  return user as unknown as User;
}

/** Throws `ToolFailure` if the reservation does not exist. */
export function requireReservation(database: Database, id: JsonValue | undefined): Reservation {
  const reservation = database.find('reservations', id as string);
  if (!reservation) throw new ToolFailure('reservation not found');
  return reservation as unknown as Reservation;
}

/** Returns a user record that may be changed. */
export function editUser(database: Database, id: string): User {
  return database.edit('users', id) as unknown as User;
}

/** Returns a reservation record that may be changed. */
export function editReservation(database: Database, id: string): Reservation {
  return database.edit('reservations', id) as unknown as Reservation;
}
