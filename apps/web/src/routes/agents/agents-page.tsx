import { EmptyState } from '../../components/empty-state.tsx';

/** Stands for what is not built yet, and says what does it meanwhile. */
export function AgentsPage() {
  return (
    <>
      <h1 className="sr-only">Agents</h1>
      <EmptyState title="Agents are not on this page yet">
        Meanwhile: <code>timestep agents list</code>
      </EmptyState>
    </>
  );
}
