import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Pencil } from '../../icons/icons.ts';
import { useState, type ReactNode } from 'react';
import type { UserItem } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { ConversationItem } from '../../components/conversation/conversation-item.tsx';
import { Form } from '../../components/forms/form.tsx';
import { CopyButton } from '../../components/inspector/copy-button.tsx';
import type { Branches } from './branches.ts';

interface UserTurnMessageProps {
  readonly item: UserItem;
  readonly branches: Branches | undefined;
  /** Sends another text in place of the message. Undefined while the turn runs. */
  readonly onRewrite: ((text: string) => void) | undefined;
}

/**
 * The message that started a turn. It can be edited, and shows links to conversations with edited versions.
 */
export function UserTurnMessage({ item, branches, onRewrite }: UserTurnMessageProps) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing && onRewrite) {
    return (
      <MessageEditor
        before={item.text}
        onCancel={() => setEditing(false)}
        onSend={(text) => {
          setEditing(false);
          onRewrite(text);
        }}
      />
    );
  }
  return (
    <>
      <ConversationItem item={item} />
      <div className="-mt-1 flex items-center justify-end gap-1 px-4">
        {branches && <BranchSwitch branches={branches} />}
        <CopyButton name="Copy" getText={() => item.text} />
        {onRewrite && !item.files?.length && (
          <button
            type="button"
            className="inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs text-muted hover:bg-hover hover:text-text"
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" size={12} /> Edit
          </button>
        )}
      </div>
    </>
  );
}

interface MessageEditorProps {
  readonly before: string;
  readonly onCancel: () => void;
  readonly onSend: (text: string) => void;
}

function MessageEditor({ before, onCancel, onSend }: MessageEditorProps) {
  const [text, setText] = useState(before);
  const isEmpty = text.trim() === '';
  return (
    <Form className="px-4 py-2" onSubmit={() => !isEmpty && onSend(text)}>
      <textarea
        aria-label="Edited message"
        autoFocus
        rows={Math.min(text.split('\n').length + 1, 10)}
        className="block w-full resize-none rounded-2xl border border-line bg-raised px-3.5 py-2 text-base"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <span className="flex-1 text-xs text-muted">
          A new conversation branches off here. What tools have done is not undone.
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="strong" disabled={isEmpty}>
          Send
        </Button>
      </div>
    </Form>
  );
}

/** Links to the conversations in which the message was written otherwise. */
function BranchSwitch({ branches: { chats, index } }: { branches: Branches }) {
  return (
    <nav aria-label="Branches" className="flex items-center text-xs text-muted tabular-nums">
      <BranchLink chat={chats[index - 1]} label="Previous branch">
        <ChevronLeft aria-hidden="true" size={14} />
      </BranchLink>
      {index + 1}/{chats.length}
      <BranchLink chat={chats[index + 1]} label="Next branch">
        <ChevronRight aria-hidden="true" size={14} />
      </BranchLink>
    </nav>
  );
}

interface BranchLinkProps {
  readonly chat: Branches['chats'][number] | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

function BranchLink({ chat, label, children }: BranchLinkProps) {
  const className = 'grid size-6 place-items-center rounded-sm';
  if (!chat) return <span className={`${className} opacity-40`}>{children}</span>;
  const { id, agent, principal } = chat;
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: id }}
      search={{ agent, ...(principal !== '' && { principal }) }}
      aria-label={label}
      className={`${className} hover:bg-hover hover:text-text`}
    >
      {children}
    </Link>
  );
}
