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
import { editUser, requireUser } from './typed-records.ts';

/** Creates the tools that change the database. */
export function createWritingTools(database: Database): ToolSet {
  return {
    book_reservation: withErrorText((args) => bookReservation(database, args)),
    cancel_reservation: withErrorText((args) => cancelReservation(database, args)),
    update_reservation_flights: withErrorText((args) => updateFlights(database, args)),
    update_reservation_baggages: withErrorText((args) => updateBaggages(database, args)),
    update_reservation_passengers: withErrorText((args) => updatePassengers(database, args)),
    send_certificate: withErrorText((args) => sendCertificate(database, args)),
  };
}

/** Returns the text of a `ToolFailure` as the result; nothing was changed in this case. */
function withErrorText(act: (args: JsonObject) => string): (args: JsonObject) => string {
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
  const { payment_methods: known } = requireUser(database, user_id as string);
  const id = [3221322, 3221323, 3221324]
    .map((number) => `certificate_${number}`)
    .find((one) => !Object.hasOwn(known, one));
  if (id === undefined) return 'None';
  const user = editUser(database, user_id as string);
  const certificate = { source: 'certificate', amount: amount as number, id };
  user.payment_methods = { ...user.payment_methods, [id]: certificate };
  return `Certificate ${id} added to user ${user_id as string} with amount ${amount as number}.`;
}
