export type { Bridge, BridgeAgent, BridgeAgents, BridgeEntry } from './bridge.ts';
export { BridgeError, type BridgeErrorCode } from './bridge-error.ts';
export { bridgeTools } from './bridge-tools.ts';
export { bridgeCallTasks } from './call-tasks.ts';
export { askingTasks } from './inside/asking-tasks.ts';
export { courier, COURIER, type CourierSite } from './inside/courier.ts';
export { callingTools } from './inside/calling-tools.ts';
export type { CallingSite } from './inside/calling-site.ts';
export type { TaskReport } from './task-report.ts';
