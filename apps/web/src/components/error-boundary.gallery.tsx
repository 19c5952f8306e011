import { ErrorBoundary } from './error-boundary.tsx';

export const title = 'Error boundary';

export const states = {
  whole: <ErrorBoundary>Content of a view.</ErrorBoundary>,
};
