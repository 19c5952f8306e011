import type { ToolSet } from 'timestep';
import type { JsonObject, JsonValue } from 'timestep/core';
import type { Database } from './database.ts';
import {
  ToolFailure,
  type Flight,
  type PaymentMethod,
  type Reservation,
  type User,
} from './records.ts';
import { pythonJson } from './python-text.ts';

const BAG_PRICE = 50;
const INSURANCE_PRICE = 30;
const NOW = '2024-05-15T15:00:00';

/** Wrapped so that what is wrong is what the tool says, and nothing was changed. */
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

/** The tools that change the database. */
export function writingTools(database: Database): ToolSet {
  function userOf(id: string): User {
    const user = database.find('users', id);
    if (!user) throw new ToolFailure('user not found');
    return user as unknown as User;
  }

  function reservationOf(id: JsonValue | undefined): Reservation {
    const reservation = database.find('reservations', id as string);
    if (!reservation) throw new ToolFailure('reservation not found');
    return reservation as unknown as Reservation;
  }

  function changedUser(id: string): User {
    return database.edit('users', id) as unknown as User;
  }

  function changedReservation(id: string): Reservation {
    return database.edit('reservations', id) as unknown as Reservation;
  }

  /** A flight with its price and places, where it can be booked for so many; fields keep their order. */
  function booked(asked: Flight, cabin: string, seats: number): Flight {
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

  /** How a change of a reservation is paid, if that will do. */
  function paymentFor(reservation: Reservation, id: string, price: number): PaymentMethod {
    const method = userOf(reservation.user_id).payment_methods[id];
    if (!method) throw new ToolFailure('payment method not found');
    if (method.source === 'certificate') {
      throw new ToolFailure('certificate cannot be used to update reservation');
    }
    if (method.source === 'gift_card' && (method.amount ?? 0) < price) {
      throw new ToolFailure('gift card balance is not enough');
    }
    return method;
  }

  function pay(reservation: Reservation, id: string, price: number): void {
    const method = changedUser(reservation.user_id).payment_methods[id];
    if (method?.source === 'gift_card') method.amount = (method.amount ?? 0) - price;
    if (price !== 0) reservation.payment_history.push({ payment_id: id, amount: price });
  }

  function bookReservation(args: JsonObject): string {
    const asked = args as unknown as Omit<Reservation, 'payment_history'> & {
      readonly payment_methods: Reservation['payment_history'];
    };
    const { user_id, cabin, passengers, payment_methods: payments, nonfree_baggages } = asked;
    const user = userOf(user_id);
    const id = ['HATHAT', 'HATHAU'].find((one) => !database.find('reservations', one)) ?? 'HATHAV';
    const flights = asked.flights.map((flight) => booked(flight, cabin, passengers.length));
    const seats = flights.reduce((sum, { price }) => sum + price * passengers.length, 0);
    const insured = asked.insurance === 'yes' ? INSURANCE_PRICE * passengers.length : 0;
    const price = seats + insured + BAG_PRICE * nonfree_baggages;
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
    const changed = changedUser(user_id);
    for (const { payment_id, amount } of payments) {
      const { [payment_id]: method, ...others } = changed.payment_methods;
      if (method?.source === 'gift_card') method.amount = (method.amount ?? 0) - amount;
      if (method?.source === 'certificate') changed.payment_methods = others;
    }
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
    return pythonJson(Object.assign(database.edit('reservations', id), reservation) as JsonObject);
  }

  function cancelReservation({ reservation_id }: JsonObject): string {
    const { reservation_id: id } = reservationOf(reservation_id);
    const reservation = changedReservation(id);
    const refunds = reservation.payment_history.map(({ payment_id, amount }) => {
      return { payment_id, amount: -amount };
    });
    reservation.payment_history.push(...refunds);
    reservation.status = 'cancelled';
    return shown(reservation);
  }

  function updateFlights(args: JsonObject): string {
    const { reservation_id, cabin, flights, payment_id } = args as unknown as Change;
    const before = reservationOf(reservation_id);
    const seats = before.passengers.length;
    const after = flights.map((flight) => {
      const kept = before.flights.find(
        ({ flight_number, date }) =>
          flight_number === flight.flight_number && date === flight.date && cabin === before.cabin,
      );
      if (!kept) return booked(flight, cabin, seats);
      const { price, origin, destination } = kept;
      return { ...flight, price, origin, destination };
    });
    const sum = (of: readonly Flight[]): number =>
      of.reduce((total, { price }) => total + price * seats, 0);
    const price = sum(after) - sum(before.flights);
    paymentFor(before, payment_id, price);
    const reservation = changedReservation(before.reservation_id);
    reservation.flights = after;
    pay(reservation, payment_id, price);
    return shown(reservation);
  }

  function updateBaggages(args: JsonObject): string {
    const { reservation_id, total_baggages, nonfree_baggages, payment_id } =
      args as unknown as Change;
    const before = reservationOf(reservation_id);
    const price = BAG_PRICE * Math.max(0, nonfree_baggages - before.nonfree_baggages);
    paymentFor(before, payment_id, price);
    const reservation = changedReservation(before.reservation_id);
    reservation.total_baggages = total_baggages;
    reservation.nonfree_baggages = nonfree_baggages;
    pay(reservation, payment_id, price);
    return shown(reservation);
  }

  function updatePassengers(args: JsonObject): string {
    const { reservation_id, passengers } = args as unknown as Change;
    const before = reservationOf(reservation_id);
    if (passengers.length !== before.passengers.length) {
      throw new ToolFailure('number of passengers does not match');
    }
    const reservation = changedReservation(before.reservation_id);
    reservation.passengers = passengers;
    return shown(reservation);
  }

  function sendCertificate({ user_id, amount = 0 }: JsonObject): string {
    const { payment_methods: known } = userOf(user_id as string);
    const id = [3221322, 3221323, 3221324]
      .map((number) => `certificate_${number}`)
      .find((one) => !Object.hasOwn(known, one));
    if (id === undefined) return 'None';
    const user = changedUser(user_id as string);
    const certificate = { source: 'certificate', amount: amount as number, id };
    user.payment_methods = { ...user.payment_methods, [id]: certificate };
    return `Certificate ${id} added to user ${user_id as string} with amount ${amount as number}.`;
  }

  return {
    book_reservation: saying(bookReservation),
    cancel_reservation: saying(cancelReservation),
    update_reservation_flights: saying(updateFlights),
    update_reservation_baggages: saying(updateBaggages),
    update_reservation_passengers: saying(updatePassengers),
    send_certificate: saying(sendCertificate),
  };
}

type Change = Pick<
  Reservation,
  'reservation_id' | 'cabin' | 'flights' | 'passengers' | 'total_baggages' | 'nonfree_baggages'
> & { readonly payment_id: string };

function shown(reservation: Reservation): string {
  return pythonJson(reservation as unknown as JsonObject);
}
