import type { ToolSet } from '@timestep-ai/timestep';
import type { JsonObject } from '@timestep-ai/timestep/core';
import { bookReservation } from './book-reservation.ts';
import {
  cancelReservation,
  updateBaggages,
  updateFlights,
  updatePassengers,
} from './change-reservation.ts';
import type { Database } from './database.ts';
import { ToolFailure } from './records.ts';
import { changedUser, userOf } from './typed-records.ts';

/** The tools that change the database. */
export function writingTools(database: Database): ToolSet {
  return {
    book_reservation: saying((args) => bookReservation(database, args)),
    cancel_reservation: saying((args) => cancelReservation(database, args)),
    update_reservation_flights: saying((args) => updateFlights(database, args)),
    update_reservation_baggages: saying((args) => updateBaggages(database, args)),
    update_reservation_passengers: saying((args) => updatePassengers(database, args)),
    send_certificate: saying((args) => sendCertificate(database, args)),
  };
}

/** Lets a tool say what is wrong with a call; nothing was changed then. */
function saying(act: (args: JsonObject) => string): (args: JsonObject) => string {
  return (args) => {
    try {
      return act(args);
    } catch (thrown) {
      if (thrown instanceof ToolFailure) return `Error: ${thrown.message}`;
      throw thrown;
    }
  };
}

function sendCertificate(database: Database, { user_id, amount = 0 }: JsonObject): string {
  const { payment_methods: known } = userOf(database, user_id as string);
  const id = [3221322, 3221323, 3221324]
    .map((number) => `certificate_${number}`)
    .find((one) => !Object.hasOwn(known, one));
  if (id === undefined) return 'None';
  const user = changedUser(database, user_id as string);
  const certificate = { source: 'certificate', amount: amount as number, id };
  user.payment_methods = { ...user.payment_methods, [id]: certificate };
  return `Certificate ${id} added to user ${user_id as string} with amount ${amount as number}.`;
}
