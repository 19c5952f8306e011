import { EmptyState } from '../../components/empty-state.tsx';

/** Stands for what is not built yet, and says what does it meanwhile. */
export function InboxPage() {
  return (
    <>
      <h1 className="sr-only">Inbox</h1>
      <EmptyState title="Approvals and questions are not on this page yet">
        Meanwhile: <code>timestep tasks list --state input-required</code>
      </EmptyState>
    </>
  );
}
