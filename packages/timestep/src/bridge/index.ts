export type { Bridge, BridgeAgent, BridgeAgents, BridgeEntry } from './bridge.ts';
export { BridgeError, type BridgeErrorCode } from './bridge-error.ts';
export { bridgeTools } from './bridge-tools.ts';
export type { TaskReport } from './task-report.ts';
