import { EmptyState } from '../components/empty-state.tsx';

/** Stands where an address leads to no view. */
export function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState title="There is no such view">Choose one of the sections.</EmptyState>
    </>
  );
}
