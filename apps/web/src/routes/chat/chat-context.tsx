import { ContextTable } from '../../components/context-table.tsx';
import { useTaskHead } from '../tasks/use-task-head.ts';

/** What the agent was given to know for the newest turn, and why. */
export function ChatContext({
  taskId,
  generation,
}: {
  readonly taskId: string;
  readonly generation: number;
}) {
  const { data } = useTaskHead(taskId, generation);
  if (!data || data.context.length === 0) return null;
  return (
    <details className="max-h-64 overflow-y-auto border-t border-line px-3 py-1 text-sm">
      <summary>Context: {data.context.length} chosen</summary>
      <ContextTable items={data.context} note={data.contextNote} />
    </details>
  );
}
