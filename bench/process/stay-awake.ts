/**
 * Keeps this process from sleeping until the returned function is called. Waking a sleeping client
 * is paid for by the server that writes to it, up to several times the price of the write itself,
 * and only a server that is slower than its client ever has to: costs would not be comparable.
 */
export function stayAwake(): () => void {
  let isAwake = true;
  const stay = () => {
    if (isAwake) setImmediate(stay);
  };
  stay();
  return () => {
    isAwake = false;
  };
}
