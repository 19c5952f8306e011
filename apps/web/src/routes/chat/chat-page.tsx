import { EmptyState } from '../../components/empty-state.tsx';

/** Stands for what is not built yet, and says what does it meanwhile. */
export function ChatPage() {
  return (
    <>
      <h1 className="sr-only">Chat</h1>
      <EmptyState title="Conversations are not on this page yet">
        Meanwhile: <code>timestep chat</code>
      </EmptyState>
    </>
  );
}
