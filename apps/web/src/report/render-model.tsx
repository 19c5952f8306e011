import type { ReactNode } from 'react';
import type { ReportModel } from '@timestep-ai/timestep/view';
import { ErrorBoundary } from '../components/notices/notices.tsx';
import { renderRoot } from '../render-root.tsx';
import './report.css';

/** Renders the data in the file. Without data, the file says which command creates one with data. */
export function renderModel(
  what: string,
  command: string,
  render: (model: ReportModel) => ReactNode,
): void {
  const text = document.querySelector('#model')?.textContent;
  renderRoot(
    text == null ? (
      <p className="p-4">
        This file does not contain {what}. Create a report with: {command}
      </p>
    ) : (
      <ErrorBoundary>{render(JSON.parse(text) as ReportModel)}</ErrorBoundary>
    ),
  );
}
