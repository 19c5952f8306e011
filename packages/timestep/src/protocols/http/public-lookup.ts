import type { LookupFunction } from 'node:net';
import { TimestepError } from '#core';
import { isPublicAddress } from './address-guard.ts';

/** Thrown if a URL must not be called. Nothing was sent. */
export class UnsafeAddressError extends TimestepError {}

/** Wraps a DNS lookup so that it finds only public addresses, even if a name changes its address. */
export function restrictLookupToPublicAddresses(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        const message = `${hostname} is not a public internet address`;
        return callback(new UnsafeAddressError('unsafe-address', message), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
