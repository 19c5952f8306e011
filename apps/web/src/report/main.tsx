import type { ReportModel } from '@timestep-ai/timestep/view';
import { ErrorBoundary } from '../components/notices/notices.tsx';
import { renderRoot } from '../render-root.tsx';
import { ReportPage } from './report-page.tsx';

const text = document.querySelector('#model')?.textContent;
renderRoot(
  text == null ? (
    <p className="p-4">
      This file contains no run. Create a report with: timestep report DIR --html FILE
    </p>
  ) : (
    <ErrorBoundary>
      <ReportPage model={JSON.parse(text) as ReportModel} />
    </ErrorBoundary>
  ),
);
