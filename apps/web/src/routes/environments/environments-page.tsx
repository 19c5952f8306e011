import { EmptyState } from '../../components/empty-state.tsx';

/** Stands for what is not built yet, and says what does it meanwhile. */
export function EnvironmentsPage() {
  return (
    <>
      <h1 className="sr-only">Environments</h1>
      <EmptyState title="Environments are not on this page yet">
        Meanwhile: <code>timestep doctor</code>
      </EmptyState>
    </>
  );
}
