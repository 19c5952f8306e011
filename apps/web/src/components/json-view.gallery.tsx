import { JsonView } from './json-view.tsx';

export const title = 'JSON';

export const states = {
  small: <JsonView label="an event" value={{ type: 'tool.started', callId: 'c1', attempt: 2 }} />,
};
