import { StateLabel } from './state-label.tsx';

export const title = 'State label';

export const states = { good: <StateLabel marked={['✓', 'completed', 'text-good']} /> };
