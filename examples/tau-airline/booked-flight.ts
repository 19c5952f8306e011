import type { JsonObject } from '@timestep-ai/timestep/core';
import type { Database } from './database.ts';
import { ToolFailure, type Flight } from './records.ts';

/**
 * A flight with its price and places, where it can be booked for so many; fields keep their order.
 * Throws `ToolFailure` where it cannot.
 */
export function bookedFlight(
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
