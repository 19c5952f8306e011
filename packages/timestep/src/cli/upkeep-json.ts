import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { BackedUp, Pruned } from '../port/index.ts';
import type { StoreExamination, StoreFinding } from '../view/index.ts';

/** What `timestep doctor --json` writes, as the page shows it. */
export function examinationIn({ database, seen, findings }: JsonObject): StoreExamination {
  return {
    place: textIn(database),
    seen: objectsIn(seen).map(({ name, text }) => ({ name: textIn(name), text: textIn(text) })),
    findings: objectsIn(findings).map(findingIn),
  };
}

/** What `timestep backup --json` writes. */
export function copyIn(copy: JsonObject): BackedUp {
  const { file, tasks, events, bytes, remark } = copy;
  return {
    file: textIn(file),
    tasks: countIn(tasks),
    events: countIn(events),
    bytes: countIn(bytes),
    ...(typeof remark === 'string' && { remark }),
  };
}

/** What `timestep tasks prune --json` writes. */
export function amountIn({ tasks, events, bytes }: JsonObject): Pruned {
  return { tasks: countIn(tasks), events: countIn(events), bytes: countIn(bytes) };
}

function findingIn({ severity, code, message }: JsonObject): StoreFinding {
  const isNote = severity === 'note';
  return {
    severity: isNote ? 'note' : 'problem',
    code: textIn(code),
    message: textIn(message),
  };
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function countIn(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
