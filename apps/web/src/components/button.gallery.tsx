import { Button } from './button.tsx';

export const title = 'Button';

export const states = {
  plain: <Button>Refresh</Button>,
  strong: <Button look="strong">Send</Button>,
  danger: <Button look="danger">Cancel the task</Button>,
  disabled: <Button disabled>Not now</Button>,
};
