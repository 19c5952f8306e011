import { renderModel } from './render-model.tsx';
import { ReportPage } from './report-page.tsx';

renderModel('a run', 'timestep report DIR --html FILE', (model) =>
  model.kind === 'task' ? null : <ReportPage model={model} />,
);
