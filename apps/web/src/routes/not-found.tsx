import { EmptyState } from '../components/empty-state.tsx';

/** The page for a URL that matches no view. */
export function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState title="Page not found">Choose a section.</EmptyState>
    </>
  );
}
