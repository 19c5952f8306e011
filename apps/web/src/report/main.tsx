import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ReportModel } from '@timestep-ai/timestep/view';
import { ErrorBoundary } from '../components/notices/notices.tsx';
import '../styles.css';
import { ReportPage } from './report-page.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the file has no element #root');
const text = document.querySelector('#model')?.textContent;
createRoot(root).render(
  <StrictMode>
    {text == null ? (
      <p className="p-4">
        This file contains no run. Create a report with: timestep report DIR --html FILE
      </p>
    ) : (
      <ErrorBoundary>
        <ReportPage model={JSON.parse(text) as ReportModel} />
      </ErrorBoundary>
    )}
  </StrictMode>,
);
