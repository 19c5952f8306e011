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
import { getWorkerName } from '../task/worker-id.ts';

/** Records of how workers ended, in a folder that all workers of a machine share. */
export interface WorkerExits {
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
export function createWorkerExits(folder: string, id: string, now: number): WorkerExits {
  const getPath = (worker: string): string => join(folder, `${worker}${EXTENSION}`);
  createFolderAndDeleteOldRecords(folder, now);
  const mark = createExitMark(getPath(id));

  function findLostWorker({ taskId, effect, workerId }: LostEffect): LostWorker {
    if (workerId !== undefined) return { workerId, record: readExitRecord(getPath(workerId)) };
    for (const path of listRecordPaths(folder)) {
      const record = readExitRecord(path);
      if (record && isExitRecordOfEffect(record, taskId, effect))
        return { workerId: basename(path, EXTENSION), record };
    }
    return {};
  }

  return {
    observe: mark.observe,
    depart: mark.depart,
    getExit(lost) {
      const { workerId, record } = findLostWorker(lost);
      if (!record) return createLostExit(workerId);
      if ('hasDeparted' in record) return { kind: 'left' };
      const { culprit } = record;
      const exit = createLostExit(workerId);
      if (isExitRecordOfEffect(record, lost.taskId, lost.effect)) return { ...exit, culprit };
      // An empty task id means that this effect is not blamed, even if its task had another effect that is.
      return { ...exit, culprit: { ...culprit, taskId: '' } };
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

/** Creates the exit of a lost worker, which has a name if its id is known. */
export function createLostExit(workerId: string | undefined): LostExit {
  return workerId === undefined
    ? { kind: 'lost' }
    : { kind: 'lost', process: getWorkerName(workerId) };
}

type LostExit = Extract<RunnerExit, { readonly kind: 'lost' }>;

interface LostWorker {
  readonly workerId?: string;
  readonly record?: ExitRecord | undefined;
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
