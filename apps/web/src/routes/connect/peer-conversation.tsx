import { useState } from 'react';
import { counted, type PeerAnswer, type PeerQuestion } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Form, TextField } from '../../components/forms/form.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { formatDuration } from '../../components/values/formats.ts';
import type { PeerTabProps } from './peer-page.tsx';
import { usePeerAction } from './use-peer.ts';

interface Turn {
  readonly text: string;
  readonly answer: PeerAnswer;
}

const ENDED: readonly string[] = ['completed', 'failed', 'canceled', 'rejected'];

/** A conversation with an A2A agent. It belongs to no task of this server. */
export function PeerConversation({ peer: { id } }: PeerTabProps) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [text, setText] = useState('');
  const asking = usePeerAction<PeerQuestion, PeerAnswer>(id, '/message');
  const send = (): void => {
    if (text.trim() === '' || asking.isPending) return;
    asking.mutate(createNextQuestion(text, turns.at(-1)?.answer), {
      onSuccess: (answer) => {
        setTurns([...turns, { text, answer }]);
        setText('');
      },
    });
  };
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {turns.length === 0 && (
        <p className="text-sm text-muted">
          Messages are sent by the Timestep server. They belong to no task, and no model sees them.
        </p>
      )}
      <ol aria-label="Conversation" className="flex flex-col gap-3">
        {turns.map((turn, index) => (
          // React keys are indexes, because turns are only added.
          <li key={index}>
            <TurnView turn={turn} />
          </li>
        ))}
      </ol>
      {asking.error && <FailureNotice message={asking.error.message} />}
      <Form className="flex flex-col gap-2" onSubmit={send}>
        <TextField label="Message" rows={3} value={text} onChange={setText} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="strong" disabled={asking.isPending}>
            {asking.isPending ? 'Waiting for the answer…' : 'Send'}
          </Button>
          {turns.length > 0 && <Button onClick={() => setTurns([])}>New conversation</Button>}
        </div>
      </Form>
    </div>
  );
}

/** Creates the next message to the agent. It continues the previous task unless that task has ended. */
function createNextQuestion(text: string, answer: PeerAnswer | undefined): PeerQuestion {
  if (!answer) return { text };
  const { taskId, contextId, state } = answer;
  return {
    text,
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && !ENDED.includes(state) && { taskId }),
  };
}

function TurnView({ turn: { text, answer } }: { turn: Turn }) {
  const { state, taskId, files, calls, tookMs } = answer;
  const isBad = state === 'failed' || state === 'rejected';
  return (
    <>
      <p className="ms-auto w-fit max-w-[85%] rounded-lg bg-surface px-3 py-2 whitespace-pre-wrap">
        <bdi>{text}</bdi>
      </p>
      <p className="mt-2 whitespace-pre-wrap">
        <bdi>{answer.text}</bdi>
      </p>
      <p className="text-xs text-muted">
        <span className={isBad ? 'text-bad' : ''}>{state}</span> after {formatDuration(tookMs)}
        {taskId !== undefined && (
          <>
            , task <bdi className="font-mono break-all">{taskId}</bdi>
          </>
        )}
        {files > 0 && `, ${counted(files, 'file')}`}
        {calls.length > 0 && (
          <>
            , waiting for a client to run <bdi className="font-mono">{calls.join(', ')}</bdi>
          </>
        )}
      </p>
    </>
  );
}
