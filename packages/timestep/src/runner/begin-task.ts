import {
  continuationOf,
  CORE_VERSION,
  limitsFrom,
  type Submission,
  type Task,
  type TaskSubmitted,
} from '../core/index.ts';
import type { ServedAgent } from '../port/index.ts';

/** The first event of the task that a submission starts, continuing the conversation before it. */
export function taskBegunBy(
  submission: Submission,
  served: ServedAgent,
  before: Task | undefined,
  newId: () => string,
): TaskSubmitted {
  const { principal, agent, contextId = newId(), start = {} } = submission;
  return {
    type: 'task.submitted',
    taskId: newId(),
    contextId,
    agent,
    principal,
    coreVersion: CORE_VERSION,
    toolSite: start.toolSite ?? served.toolSite,
    limits: start.limits ? limitsFrom(start.limits, served.limits) : served.limits,
    seed: 0,
    loadPrompt: true,
    history: start.history ?? (before ? continuationOf(before) : []),
    clientTools: start.clientTools ?? [],
    ...(served.toolsAllowed && { toolsAllowed: served.toolsAllowed }),
    ...(start.settings && { settings: start.settings }),
    ...(start.metadata && { metadata: start.metadata }),
  };
}
