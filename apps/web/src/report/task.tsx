import { renderModel } from './render-model.tsx';
import { TaskReport } from './task-report.tsx';

renderModel('a task', 'timestep tasks show ID --html FILE', (model) =>
  model.kind === 'task' ? <TaskReport model={model} /> : null,
);
