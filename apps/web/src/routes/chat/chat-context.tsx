import { ContextTable } from '../../components/context-table.tsx';
import { useTaskDetails } from '../tasks/use-task-details.ts';

/** The rules, references, skills and tools selected for the newest turn, with the reasons. */
export function ChatContext({
  taskId,
  generation,
}: {
  readonly taskId: string;
  readonly generation: number;
}) {
  const { data } = useTaskDetails(taskId, generation);
  if (!data || data.context.length === 0) return null;
  return (
    <details className="max-h-64 overflow-y-auto border-t border-line px-3 py-1 text-sm">
      <summary>Context: {data.context.length} selected</summary>
      <ContextTable items={data.context} note={data.contextNote} />
    </details>
  );
}
