import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ProcessExit } from '@timestep-ai/timestep/core';
import {
  createExitMark,
  deleteExitRecords,
  readExitRecord,
  type ExitRecord,
  type ObserveWork,
} from '@timestep-ai/timestep/runner';

/** How workers ended, from records in a folder that the workers of a machine share. */
export interface WorkerExits {
  /** Id of this worker, which the heartbeats of its effects carry. */
  readonly id: string;
  readonly observe: ObserveWork;
  /** Records that this worker is shutting down. */
  readonly depart: () => void;
  readonly getExit: (lost: LostEffect) => ProcessExit;
  readonly close: () => void;
}

/** An effect whose worker was lost, and that worker if it sent a heartbeat. */
interface LostEffect {
  readonly taskId: string;
  readonly effect: string;
  readonly workerId: string | undefined;
}

const EXTENSION = '.exit';

/** Records are kept longer than any worker needs to take over the effects of another one. */
const KEPT_MS = 24 * 3600 * 1000;

/** Records how this worker ends. Without a folder, and where it cannot be written, nothing is known. */
export function createWorkerExits(folder: string, now: number): WorkerExits {
  // Only the records of processes that have ended are deleted.
  const id = `${process.pid}-${randomUUID()}`;
  const getPath = (worker: string): string => join(folder, `${worker}${EXTENSION}`);
  prepareFolder(folder, now);
  const mark = createExitMark(getPath(id));

  function findRecord({ taskId, effect, workerId }: LostEffect): ExitRecord | undefined {
    if (workerId !== undefined) return readExitRecord(getPath(workerId));
    return listRecords(folder)
      .map((path) => readExitRecord(path))
      .find((record) => record && isCulprit(record, taskId, effect));
  }

  return {
    id,
    observe: mark.observe,
    depart: mark.depart,
    getExit(lost) {
      const record = findRecord(lost);
      if (!record) return { kind: 'lost' };
      if ('hasDeparted' in record) return { kind: 'left' };
      const { culprit } = record;
      if (isCulprit(record, lost.taskId, lost.effect)) return { kind: 'lost', culprit };
      // Another effect of the same task is as innocent as another task.
      return { kind: 'lost', culprit: { ...culprit, taskId: '' } };
    },
    close() {
      try {
        mark.close();
      } catch {
        // There is no record to delete.
      }
    },
  };
}

function isCulprit(record: ExitRecord, taskId: string, effect: string): boolean {
  if (!('culprit' in record)) return false;
  return record.culprit.taskId === taskId && record.culprit.effect === effect;
}

function prepareFolder(folder: string, now: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const path of listRecords(folder)) {
      const isOld = statSync(path).mtimeMs < now - KEPT_MS;
      if (isOld && !isRunning(Number.parseInt(basename(path), 10))) deleteExitRecords(path);
    }
  } catch {
    // Without a folder, the losses of workers blame no task.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function listRecords(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
