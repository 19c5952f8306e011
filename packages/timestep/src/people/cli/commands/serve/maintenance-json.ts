import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/index.ts';
import type { DatabaseCopy, PruneResult } from '../../../../engine/port/index.ts';
import type { StoreExamination, StoreFinding } from '../../../view/index.ts';

/** Parses the output of `timestep doctor --json` for the dashboard. */
export function parseExamination({ database, seen, findings }: JsonObject): StoreExamination {
  return {
    place: toText(database),
    seen: listObjects(seen).map(({ name, text }) => ({ name: toText(name), text: toText(text) })),
    findings: listObjects(findings).map(parseFinding),
  };
}

export function parseBackup(copy: JsonObject): DatabaseCopy {
  const { file, tasks, events, bytes, remark } = copy;
  return {
    file: toText(file),
    tasks: toCount(tasks),
    events: toCount(events),
    bytes: toCount(bytes),
    ...(typeof remark === 'string' && { remark }),
  };
}

export function parsePruned({ tasks, events, bytes }: JsonObject): PruneResult {
  return { tasks: toCount(tasks), events: toCount(events), bytes: toCount(bytes) };
}

function parseFinding({ severity, code, message }: JsonObject): StoreFinding {
  const isNote = severity === 'note';
  return {
    severity: isNote ? 'note' : 'problem',
    code: toText(code),
    message: toText(message),
  };
}

function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toCount(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
