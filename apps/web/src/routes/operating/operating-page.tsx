import { EmptyState } from '../../components/empty-state.tsx';

/** Stands for what is not built yet, and says what does it meanwhile. */
export function OperatingPage() {
  return (
    <>
      <h1 className="sr-only">Operating</h1>
      <EmptyState title="Operating is not on this page yet">
        Meanwhile: <code>timestep doctor</code>
      </EmptyState>
    </>
  );
}
