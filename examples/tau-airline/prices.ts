/** Prices of the airline in dollars. */
export const BAG_PRICE = 50;
export const INSURANCE_PRICE = 30;
