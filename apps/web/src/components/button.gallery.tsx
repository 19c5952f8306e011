import { Button } from './button.tsx';

export const title = 'Button';

export const states = {
  plain: <Button>Refresh</Button>,
  strong: <Button variant="strong">Send</Button>,
  danger: <Button variant="danger">Cancel the task</Button>,
  disabled: <Button disabled>Not now</Button>,
};
