import type { JsonObject } from '@timestep-ai/timestep/core';

/** The airline's records, with the field names of its data. */
export interface Flight {
  readonly flight_number: string;
  readonly date: string;
  readonly price: number;
  readonly origin: string;
  readonly destination: string;
}

export interface PaymentMethod {
  readonly source: string;
  amount?: number;
  readonly id: string;
}

export interface User {
  payment_methods: { readonly [id: string]: PaymentMethod };
  readonly reservations: string[];
}

export interface Reservation {
  readonly reservation_id: string;
  readonly user_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly flight_type: string;
  readonly cabin: string;
  flights: Flight[];
  passengers: JsonObject[];
  readonly payment_history: { readonly payment_id: string; readonly amount: number }[];
  readonly created_at: string;
  total_baggages: number;
  nonfree_baggages: number;
  readonly insurance: string;
  status?: string;
}

/** An error that a tool reports to the model. */
export class ToolFailure extends Error {}
