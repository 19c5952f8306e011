/**
 * Keeps this process from sleeping until the returned function is called. A server that writes to a
 * sleeping client pays for waking it, up to several times the cost of the write itself, and only a
 * server that is slower than its client has to, so the costs would not be comparable.
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
