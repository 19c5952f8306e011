import type { ToolSet } from '@timestep-ai/timestep';
import type { JsonObject } from '@timestep-ai/timestep/core';
import type { Database } from './database.ts';
import { calculate } from './expression.ts';
import { formatPythonJson } from './python-text.ts';

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

/** Creates the tools that only read data; their results are the same texts as upstream's. */
export function createReadingTools(database: Database): ToolSet {
  const { flights } = database;

  /** Returns a flight on a day on which it can be booked, without its other days. */
  function toBookableFlight(
    flight: JsonObject,
    date: string,
    shownDate = date,
  ): JsonObject | undefined {
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
      return user ? formatPythonJson(user) : 'Error: user not found';
    },
    get_reservation_details: ({ reservation_id }) => {
      const reservation = database.find('reservations', reservation_id as string);
      return reservation ? formatPythonJson(reservation) : 'Error: user not found';
    },
    list_all_airports: () => formatPythonJson(AIRPORTS),
    search_direct_flight: ({ origin, destination, date }) => {
      const found = [...flights.values()].flatMap((flight) => {
        if (flight['origin'] !== origin || flight['destination'] !== destination) return [];
        return toBookableFlight(flight, date as string) ?? [];
      });
      return formatPythonJson(found);
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
          const one = toBookableFlight(first, day);
          const two = toBookableFlight(second, day, nextDay);
          if (one && two)
            found.push([
              { ...one, date: day },
              { ...two, date: nextDay },
            ]);
        }
      }
      return formatPythonJson(found);
    },
    calculate: ({ expression }) => calculate(expression as string),
    think: () => '',
    transfer_to_human_agents: () => 'Transfer successful',
  };
}
