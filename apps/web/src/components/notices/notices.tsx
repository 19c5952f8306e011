import { Component, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-prose p-8 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && <div className="mt-2 text-muted">{children}</div>}
    </div>
  );
}

export function FailureNotice({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="m-4 rounded-md border border-bad p-4">
      <p className="text-bad">{message}</p>
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Shows an error message in place of child components that fail to render. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
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
