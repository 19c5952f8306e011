import { ToolForm } from './tool-form.tsx';

export const title = 'Tool form';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where the weather is looked up.' },
    days: { type: 'integer', default: 3 },
    unit: { enum: ['celsius', 'fahrenheit'] },
    isShort: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', description: 'In place of the city.' },
  },
  required: ['city'],
};

export const states = {
  'all field types': <ToolForm schema={schema} label="Run" isSending={false} onSend={() => {}} />,
  sending: <ToolForm schema={schema} label="Run" isSending onSend={() => {}} />,
  'without arguments': (
    <ToolForm schema={{ type: 'object' }} label="Run" isSending={false} onSend={() => {}} />
  ),
  'JSON only': <ToolForm schema={{ anyOf: [] }} label="Run" isSending={false} onSend={() => {}} />,
};
