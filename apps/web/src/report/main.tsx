import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ReportModel } from '@timestep-ai/timestep/view';
import { Panel } from '../components/panel.tsx';
import '../styles.css';
import { ReportPage } from './report-page.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the file has no place for its views');
const text = document.querySelector('#model')?.textContent;
createRoot(root).render(
  <StrictMode>
    {text == null ? (
      <p className="p-4">This file holds no run: write one with timestep report DIR --html FILE.</p>
    ) : (
      <Panel>
        <ReportPage model={JSON.parse(text) as ReportModel} />
      </Panel>
    )}
  </StrictMode>,
);
