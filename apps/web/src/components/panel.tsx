import { Component, type ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';

interface PanelProps {
  readonly children: ReactNode;
}

/** A part of the page whose defects stay its own: an error inside shows here, and the rest goes on. */
export class Panel extends Component<PanelProps, { readonly message: string | undefined }> {
  override readonly state: { readonly message: string | undefined } = { message: undefined };

  static getDerivedStateFromError(thrown: unknown): { readonly message: string } {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <FailureNotice
        message={`This part cannot be shown: ${message}`}
        onRetry={() => this.setState({ message: undefined })}
      />
    );
  }
}
