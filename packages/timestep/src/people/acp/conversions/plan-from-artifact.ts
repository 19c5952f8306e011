import type { Plan, PlanEntry } from '@agentclientprotocol/sdk';
import { formatForeignText, isJsonObject, type Artifact, type JsonValue } from '#core';

const PRIORITIES = ['high', 'medium', 'low'] as const;
const STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** Reads the plan of an artifact `plan` with a data part `{ entries }` (ACP v1, Agent Plan). */
export function artifactToPlan({ name, parts }: Artifact): Plan | undefined {
  if (name !== 'plan') return undefined;
  const [part] = parts;
  if (part?.type !== 'data' || !isJsonObject(part.data)) return undefined;
  const { entries } = part.data;
  if (!Array.isArray(entries)) return undefined;
  const read = entries.map((entry: JsonValue) => parsePlanEntry(entry));
  const known = read.filter((entry) => entry !== undefined);
  return known.length === read.length ? { entries: known } : undefined;
}

function parsePlanEntry(value: JsonValue): PlanEntry | undefined {
  if (!isJsonObject(value) || typeof value['content'] !== 'string') return undefined;
  const { content, priority, status } = value;
  return {
    content: formatForeignText(content),
    priority: PRIORITIES.find((one) => one === priority) ?? 'medium',
    status: STATUSES.find((one) => one === status) ?? 'pending',
  };
}
