export { timestepTask } from './timestep-task.ts';
