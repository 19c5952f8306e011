import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export function renderRoot(page: ReactNode): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('the page has no element #root');
  createRoot(root).render(<StrictMode>{page}</StrictMode>);
}
