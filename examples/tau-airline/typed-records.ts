import type { JsonValue } from '@timestep-ai/timestep/core';
import type { Database } from './database.ts';
import { ToolFailure, type Reservation, type User } from './records.ts';

/** Throws `ToolFailure` where there is no such user. */
export function userOf(database: Database, id: string): User {
  const user = database.find('users', id);
  if (!user) throw new ToolFailure('user not found');
  return user as unknown as User;
}

/** Throws `ToolFailure` where there is no such reservation. */
export function reservationOf(database: Database, id: JsonValue | undefined): Reservation {
  const reservation = database.find('reservations', id as string);
  if (!reservation) throw new ToolFailure('reservation not found');
  return reservation as unknown as Reservation;
}

/** A user to change. */
export function changedUser(database: Database, id: string): User {
  return database.edit('users', id) as unknown as User;
}

/** A reservation to change. */
export function changedReservation(database: Database, id: string): Reservation {
  return database.edit('reservations', id) as unknown as Reservation;
}
