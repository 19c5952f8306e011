import { EmptyState } from '../../components/empty-state.tsx';

/** Stands for what is not built yet, and says what does it meanwhile. */
export function EvalsPage() {
  return (
    <>
      <h1 className="sr-only">Evals</h1>
      <EmptyState title="Evals are not on this page yet">
        Meanwhile: <code>timestep report</code>
      </EmptyState>
    </>
  );
}
