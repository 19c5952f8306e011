import { MarkedWords } from './marked-words.tsx';

export const title = 'Words for a state';

export const states = { good: <MarkedWords marked={['✓', 'completed', 'text-good']} /> };
