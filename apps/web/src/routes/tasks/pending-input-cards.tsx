import type { ConversationView, TaskMessage } from '@timestep-ai/timestep/view';
import { findOpenQuestion, getActivity, listOpenApprovals } from '@timestep-ai/timestep/view';
import { ApiError } from '../../api/api-error.ts';
import { ApprovalCard } from '../../components/conversation/approval-card.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { QuestionCard } from '../../components/conversation/question-card.tsx';
import { getTaskApiPath } from './use-task-details.ts';
import { useSend } from '../../api/queries.ts';

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

interface PendingInputCardsProps {
  readonly taskId: string;
  readonly view: ConversationView;
  /** Receives errors of rejected answers, because the card disappears once the task is answered. */
  readonly onRefused?: (message: string) => void;
}

export function PendingInputCards({ taskId, view, onRefused }: PendingInputCardsProps) {
  const sending = useSend<TaskMessage>('POST', getTaskApiPath(taskId, '/messages'), {
    onError: (thrown) => isConflict(thrown) && onRefused?.(thrown.message),
  });
  const send = (message: Omit<TaskMessage, 'messageId'>): void =>
    sending.mutate({ messageId: crypto.randomUUID(), ...message });
  const failure = onRefused && isConflict(sending.error) ? null : sending.error;
  const question = findOpenQuestion(view);
  return (
    <>
      {failure && <FailureNotice message={failure.message} />}
      {getActivity(view) === 'waiting' && (
        <div className="mt-2 flex flex-col gap-3 bg-page">
          {listOpenApprovals(view).map((item) => (
            <ApprovalCard
              key={item.id}
              item={item}
              isSending={sending.isPending}
              onDecide={(decision) => send({ approvals: [decision] })}
            />
          ))}
          {question && (
            <QuestionCard
              key={question.id}
              item={question}
              isSending={sending.isPending}
              onAnswer={(text) => send({ text })}
            />
          )}
        </div>
      )}
    </>
  );
}
