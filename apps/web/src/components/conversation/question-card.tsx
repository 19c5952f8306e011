import { useId, useState } from 'react';
import type { QuestionItem } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { Markdown } from './markdown.tsx';
import { Form } from '../forms/form.tsx';

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
      <Markdown text={item.text} />
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
        onSubmit={() => {
          if (text.trim() !== '' && !isSending) onAnswer(text);
        }}
      >
        <label className="min-w-0 flex-1 text-xs text-muted">
          Answer
          <input
            className="block w-full rounded-md border border-line bg-page p-1 text-sm text-text"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Button type="submit" variant="strong" disabled={isSending || text.trim() === ''}>
          Send
        </Button>
      </Form>
    </div>
  );
}
