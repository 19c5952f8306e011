import { Component, type ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Shows the error of a component inside in its place. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { readonly message: string | undefined }
> {
  override readonly state: { readonly message: string | undefined } = { message: undefined };

  static getDerivedStateFromError(thrown: unknown): { readonly message: string } {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <FailureNotice
        message={`This section cannot be shown: ${message}`}
        onRetry={() => this.setState({ message: undefined })}
      />
    );
  }
}
