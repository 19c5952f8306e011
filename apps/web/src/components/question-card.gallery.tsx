import type { QuestionItem } from '@timestep-ai/timestep/view';
import { QuestionCard } from './question-card.tsx';

export const title = 'Question';

const item: QuestionItem = {
  kind: 'question',
  id: 'q',
  taskId: 't1',
  text: 'Which *city*?',
  choices: [],
  state: 'waiting',
};

export const states = {
  words: <QuestionCard item={item} isSending={false} onAnswer={() => {}} />,
  choices: (
    <QuestionCard
      item={{ ...item, choices: ['Oakland', 'Tokyo'] }}
      isSending={false}
      onAnswer={() => {}}
    />
  ),
  sending: <QuestionCard item={item} isSending onAnswer={() => {}} />,
};
