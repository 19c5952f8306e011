import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunnerExit } from '@timestep-ai/timestep/core';
import {
  createExitMark,
  deleteExitRecords,
  readExitRecord,
  type ExitRecord,
  type ObserveWork,
} from '@timestep-ai/timestep/runner';

/** Records of how workers ended, in a folder that all workers of a machine share. */
export interface WorkerExits {
  /** Id of this worker, which it sends with the heartbeats of its effects. */
  readonly id: string;
  readonly observe: ObserveWork;
  /** Records that this worker is shutting down. */
  readonly depart: () => void;
  readonly getExit: (lost: LostEffect) => RunnerExit;
  readonly close: () => void;
}

/** An effect (model or tool call) whose worker was lost, and the id of that worker if it sent a heartbeat. */
interface LostEffect {
  readonly taskId: string;
  readonly effect: string;
  readonly workerId: string | undefined;
}

const EXTENSION = '.exit';

/** Milliseconds before an exit record is deleted: longer than another worker needs to take over effects. */
const KEPT_MS = 24 * 3600 * 1000;

/** Records how this worker ends. If the folder cannot be written, no exit is known. */
export function createWorkerExits(folder: string, now: number): WorkerExits {
  // The id begins with the pid, so that records of running processes are not deleted.
  const id = `${process.pid}-${randomUUID()}`;
  const getPath = (worker: string): string => join(folder, `${worker}${EXTENSION}`);
  createFolderAndDeleteOldRecords(folder, now);
  const mark = createExitMark(getPath(id));

  function findExitRecord({ taskId, effect, workerId }: LostEffect): ExitRecord | undefined {
    if (workerId !== undefined) return readExitRecord(getPath(workerId));
    return listRecordPaths(folder)
      .map((path) => readExitRecord(path))
      .find((record) => record && isExitRecordOfEffect(record, taskId, effect));
  }

  return {
    id,
    observe: mark.observe,
    depart: mark.depart,
    getExit(lost) {
      const record = findExitRecord(lost);
      if (!record) return { kind: 'lost' };
      if ('hasDeparted' in record) return { kind: 'left' };
      const { culprit } = record;
      if (isExitRecordOfEffect(record, lost.taskId, lost.effect)) return { kind: 'lost', culprit };
      // An empty task id means that this effect is not blamed, even if its task had another effect that is.
      return { kind: 'lost', culprit: { ...culprit, taskId: '' } };
    },
    close() {
      try {
        mark.close();
      } catch {
        // Closing fails if the record file could not be created; then there is no record to delete.
      }
    },
  };
}

function isExitRecordOfEffect(record: ExitRecord, taskId: string, effect: string): boolean {
  if (!('culprit' in record)) return false;
  return record.culprit.taskId === taskId && record.culprit.effect === effect;
}

function createFolderAndDeleteOldRecords(folder: string, now: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const path of listRecordPaths(folder)) {
      const isOld = statSync(path).mtimeMs < now - KEPT_MS;
      if (isOld && !isProcessRunning(Number.parseInt(basename(path), 10))) deleteExitRecords(path);
    }
  } catch {
    // If the folder of exit records cannot be used, no task is blamed for the loss of a worker.
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function listRecordPaths(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
