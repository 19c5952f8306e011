import type { ToolSet } from '@timestep-ai/timestep';
import type { JsonObject } from '@timestep-ai/timestep/core';
import type { Database } from './database.ts';
import { calculated } from './expression.ts';
import { pythonJson } from './python-text.ts';

const AIRPORTS: JsonObject = {
  SFO: 'San Francisco',
  JFK: 'New York',
  LAX: 'Los Angeles',
  ORD: 'Chicago',
  DFW: 'Dallas',
  DEN: 'Denver',
  SEA: 'Seattle',
  ATL: 'Atlanta',
  MIA: 'Miami',
  BOS: 'Boston',
  PHX: 'Phoenix',
  IAH: 'Houston',
  LAS: 'Las Vegas',
  MCO: 'Orlando',
  EWR: 'Newark',
  CLT: 'Charlotte',
  MSP: 'Minneapolis',
  DTW: 'Detroit',
  PHL: 'Philadelphia',
  LGA: 'LaGuardia',
};

/** The tools that only look; what they return is the text that upstream returns. */
export function readingTools(database: Database): ToolSet {
  const { flights } = database;

  /** A flight on a day on which it can be booked, without its other days. */
  function bookable(flight: JsonObject, date: string, shownDate = date): JsonObject | undefined {
    const { dates, ...facts } = flight;
    const days = dates as JsonObject;
    const isOpen = (day: string): boolean =>
      Object.hasOwn(days, day) && (days[day] as JsonObject)['status'] === 'available';
    // Upstream shows the first day's seats of a flight that leaves the day after.
    if (!isOpen(shownDate)) return undefined;
    return { ...facts, ...(days[date] as JsonObject) };
  }

  return {
    get_user_details: ({ user_id }) => {
      const user = database.find('users', user_id as string);
      return user ? pythonJson(user) : 'Error: user not found';
    },
    get_reservation_details: ({ reservation_id }) => {
      const reservation = database.find('reservations', reservation_id as string);
      return reservation ? pythonJson(reservation) : 'Error: user not found';
    },
    list_all_airports: () => pythonJson(AIRPORTS),
    search_direct_flight: ({ origin, destination, date }) => {
      const found = [...flights.values()].flatMap((flight) => {
        if (flight['origin'] !== origin || flight['destination'] !== destination) return [];
        return bookable(flight, date as string) ?? [];
      });
      return pythonJson(found);
    },
    search_onestop_flight: ({ origin, destination, date }) => {
      const day = date as string;
      const found: JsonObject[][] = [];
      for (const first of flights.values()) {
        if (first['origin'] !== origin) continue;
        const arrives = first['scheduled_arrival_time_est'] as string;
        const nextDay = arrives.includes('+1') ? `2024-05-${Number(day.slice(-2)) + 1}` : day;
        for (const second of flights.values()) {
          const isOnward =
            second['destination'] === destination && first['destination'] === second['origin'];
          if (!isOnward || arrives > (second['scheduled_departure_time_est'] as string)) continue;
          const one = bookable(first, day);
          const two = bookable(second, day, nextDay);
          if (one && two)
            found.push([
              { ...one, date: day },
              { ...two, date: nextDay },
            ]);
        }
      }
      return pythonJson(found);
    },
    calculate: ({ expression }) => calculated(expression as string),
    think: () => '',
    transfer_to_human_agents: () => 'Transfer successful',
  };
}
