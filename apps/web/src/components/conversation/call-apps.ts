import { createContext, type ReactNode } from 'react';
import type { CallItem } from '@timestep-ai/timestep/view';

/**
 * How the calls of a conversation show the apps of their tools. By default no app is shown, as in a file, which has no
 * server.
 */
export const CallAppsContext = createContext<(call: CallItem) => ReactNode>(() => null);
