import { useId, useState } from 'react';
import type { QuestionItem } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { Form, TextField } from '../forms/form.tsx';

interface QuestionCardProps {
  readonly item: QuestionItem;
  readonly isSending: boolean;
  readonly onAnswer: (text: string) => void;
}

export function QuestionCard({ item, isSending, onAnswer }: QuestionCardProps) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <div role="group" aria-labelledby={`${id}-title`} className="rounded-md border border-line p-3">
      <h3 id={`${id}-title`} className="text-xs font-semibold text-muted">
        Question
      </h3>
      <p className="mt-1 text-sm break-words whitespace-pre-wrap">{item.text}</p>
      {item.choices.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {item.choices.map((choice) => (
            <Button key={choice} disabled={isSending} onClick={() => onAnswer(choice)}>
              {choice}
            </Button>
          ))}
        </div>
      )}
      <Form
        className="mt-2 flex flex-wrap items-end gap-2"
        onSubmit={() => text.trim() !== '' && !isSending && onAnswer(text)}
      >
        <TextField label="Answer" data-key="a" value={text} onChange={setText} />
        <Button type="submit" variant="strong" disabled={isSending || text.trim() === ''}>
          Send
        </Button>
      </Form>
    </div>
  );
}
