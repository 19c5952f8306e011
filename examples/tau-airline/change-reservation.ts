import type { JsonObject } from '@timestep-ai/timestep/core';
import { bookFlight } from './booked-flight.ts';
import type { Database } from './database.ts';
import { BAG_PRICE } from './prices.ts';
import { formatPythonJson } from './python-text.ts';
import { ToolFailure, type Flight, type Reservation } from './records.ts';
import { editReservation, editUser, requireReservation, requireUser } from './typed-records.ts';

type Change = Pick<
  Reservation,
  'reservation_id' | 'cabin' | 'flights' | 'passengers' | 'total_baggages' | 'nonfree_baggages'
> & { readonly payment_id: string };

/** Cancels a reservation and refunds the payments. */
export function cancelReservation(database: Database, { reservation_id }: JsonObject): string {
  const { reservation_id: id } = requireReservation(database, reservation_id);
  const reservation = editReservation(database, id);
  const refunds = reservation.payment_history.map(({ payment_id, amount }) => {
    return { payment_id, amount: -amount };
  });
  reservation.payment_history.push(...refunds);
  reservation.status = 'cancelled';
  return formatReservation(reservation);
}

/** Replaces the flights of a reservation, and charges or refunds the difference. */
export function updateFlights(database: Database, args: JsonObject): string {
  const { reservation_id, cabin, flights, payment_id } = args as unknown as Change;
  const before = requireReservation(database, reservation_id);
  const seats = before.passengers.length;
  const after = flights.map((flight) => {
    const kept = before.flights.find(
      ({ flight_number, date }) =>
        flight_number === flight.flight_number && date === flight.date && cabin === before.cabin,
    );
    if (!kept) return bookFlight(database, flight, cabin, seats);
    const { price, origin, destination } = kept;
    return { ...flight, price, origin, destination };
  });
  const sum = (of: readonly Flight[]): number =>
    of.reduce((total, { price }) => total + price * seats, 0);
  const price = sum(after) - sum(before.flights);
  refuseUnpayable(database, before, payment_id, price);
  const reservation = editReservation(database, before.reservation_id);
  reservation.flights = after;
  pay(database, reservation, payment_id, price);
  return formatReservation(reservation);
}

/** Changes the number of bags, and charges the price of added bags. */
export function updateBaggages(database: Database, args: JsonObject): string {
  const { reservation_id, total_baggages, nonfree_baggages, payment_id } =
    args as unknown as Change;
  const before = requireReservation(database, reservation_id);
  const price = BAG_PRICE * Math.max(0, nonfree_baggages - before.nonfree_baggages);
  refuseUnpayable(database, before, payment_id, price);
  const reservation = editReservation(database, before.reservation_id);
  reservation.total_baggages = total_baggages;
  reservation.nonfree_baggages = nonfree_baggages;
  pay(database, reservation, payment_id, price);
  return formatReservation(reservation);
}

/** Replaces the passengers of a reservation by the same number of passengers. */
export function updatePassengers(database: Database, args: JsonObject): string {
  const { reservation_id, passengers } = args as unknown as Change;
  const before = requireReservation(database, reservation_id);
  if (passengers.length !== before.passengers.length) {
    throw new ToolFailure('number of passengers does not match');
  }
  const reservation = editReservation(database, before.reservation_id);
  reservation.passengers = passengers;
  return formatReservation(reservation);
}

/** Throws `ToolFailure` if the change of a reservation cannot be paid with this payment method. */
function refuseUnpayable(
  database: Database,
  reservation: Reservation,
  id: string,
  price: number,
): void {
  const method = requireUser(database, reservation.user_id).payment_methods[id];
  if (!method) throw new ToolFailure('payment method not found');
  if (method.source === 'certificate') {
    throw new ToolFailure('certificate cannot be used to update reservation');
  }
  if (method.source === 'gift_card' && (method.amount ?? 0) < price) {
    throw new ToolFailure('gift card balance is not enough');
  }
}

function pay(database: Database, reservation: Reservation, id: string, price: number): void {
  const method = editUser(database, reservation.user_id).payment_methods[id];
  if (method?.source === 'gift_card') method.amount = (method.amount ?? 0) - price;
  if (price !== 0) reservation.payment_history.push({ payment_id: id, amount: price });
}

function formatReservation(reservation: Reservation): string {
  return formatPythonJson(reservation as unknown as JsonObject);
}
