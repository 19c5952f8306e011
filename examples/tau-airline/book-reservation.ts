import type { JsonObject } from '@timestep-ai/timestep/core';
import { bookFlight } from './booked-flight.ts';
import type { Database } from './database.ts';
import { BAG_PRICE, INSURANCE_PRICE } from './prices.ts';
import { formatPythonJson } from './python-text.ts';
import { ToolFailure, type Reservation, type User } from './records.ts';
import { editUser, requireUser } from './typed-records.ts';

const NOW = '2024-05-15T15:00:00';

type Payments = Reservation['payment_history'];

interface Booking extends Omit<Reservation, 'payment_history'> {
  readonly payment_methods: Payments;
}

/**
 * Books flights for passengers and charges the price. Throws `ToolFailure` without changing
 * anything.
 */
export function bookReservation(database: Database, args: JsonObject): string {
  const asked = args as unknown as Booking;
  const { user_id, cabin, passengers, payment_methods: payments, nonfree_baggages } = asked;
  const user = requireUser(database, user_id);
  const id = ['HATHAT', 'HATHAU'].find((one) => !database.find('reservations', one)) ?? 'HATHAV';
  const flights = asked.flights.map((flight) =>
    bookFlight(database, flight, cabin, passengers.length),
  );
  const seats = flights.reduce((sum, { price }) => sum + price * passengers.length, 0);
  const insured = asked.insurance === 'yes' ? INSURANCE_PRICE * passengers.length : 0;
  const price = seats + insured + BAG_PRICE * nonfree_baggages;
  refuseUnpayable(user, payments, price);
  const changed = editUser(database, user_id);
  payWith(changed, payments);
  changed.reservations.push(id);
  const { origin, destination, flight_type, total_baggages, insurance } = asked;
  const reservation: Reservation = {
    reservation_id: id,
    user_id,
    origin,
    destination,
    flight_type,
    cabin,
    flights,
    passengers,
    payment_history: payments,
    created_at: NOW,
    total_baggages,
    nonfree_baggages,
    insurance,
  };
  return formatPythonJson(
    Object.assign(database.edit('reservations', id), reservation) as JsonObject,
  );
}

/** Throws `ToolFailure` if the payments are impossible, or do not add up to the price. */
function refuseUnpayable(user: User, payments: Payments, price: number): void {
  for (const { payment_id, amount } of payments) {
    const method = user.payment_methods[payment_id];
    if (!method) throw new ToolFailure(`payment method ${payment_id} not found`);
    if (method.source !== 'credit_card' && (method.amount ?? 0) < amount) {
      throw new ToolFailure(`not enough balance in payment method ${payment_id}`);
    }
  }
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== price) {
    throw new ToolFailure(
      `payment amount does not add up, total price is ${price}, but paid ${paid}`,
    );
  }
}

function payWith(user: User, payments: Payments): void {
  for (const { payment_id, amount } of payments) {
    const { [payment_id]: method, ...others } = user.payment_methods;
    if (method?.source === 'gift_card') method.amount = (method.amount ?? 0) - amount;
    if (method?.source === 'certificate') user.payment_methods = others;
  }
}
