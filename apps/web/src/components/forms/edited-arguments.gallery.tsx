import { createRef } from 'react';
import { EditedArguments } from './edited-arguments.tsx';

const editing = {
  written: '{"amount":5,"for":"tea"}',
  schema: {
    type: 'object',
    properties: {
      amount: { type: 'number', description: 'In US dollars.' },
      for: { type: 'string' },
    },
    required: ['amount'],
  },
  edited: { text: '{\n  "amount": 3,\n  "for": "tea"\n}', isValid: true },
  box: createRef<HTMLDivElement>(),
  onLook: () => {},
  onEdit: () => {},
};

export const gallery = {
  'Edited arguments': {
    'form with a change': <EditedArguments {...editing} />,
    'JSON with a change': <EditedArguments {...editing} schema={undefined} />,
    'wrong JSON': (
      <EditedArguments
        {...editing}
        schema={undefined}
        edited={{ text: '{"amount":', isValid: false }}
      />
    ),
  },
};
