import type { JsonObject } from '@timestep-ai/timestep/core';
import type { Database } from './database.ts';
import { ToolFailure, type Flight } from './records.ts';

/**
 * Returns a flight with its price and seats, if it can be booked for this number of passengers;
 * fields keep their order. Throws `ToolFailure` otherwise.
 */
export function bookFlight(
  database: Database,
  asked: Flight,
  cabin: string,
  seats: number,
): Flight {
  const { flight_number, date } = asked;
  const flight = database.flights.get(flight_number);
  if (!flight) throw new ToolFailure(`flight ${flight_number} not found`);
  const day = (flight['dates'] as JsonObject)[date] as JsonObject | undefined;
  if (!day) throw new ToolFailure(`flight ${flight_number} not found on date ${date}`);
  if (day['status'] !== 'available') {
    throw new ToolFailure(`flight ${flight_number} not available on date ${date}`);
  }
  const open = (day['available_seats'] as Record<string, number>)[cabin];
  if (open === undefined) throw new ToolFailure(`'${cabin}'`);
  if (open < seats) throw new ToolFailure(`not enough seats on flight ${flight_number}`);
  const price = (day['prices'] as Record<string, number>)[cabin] ?? 0;
  const { origin, destination } = flight as unknown as Flight;
  return { ...asked, price, origin, destination };
}
