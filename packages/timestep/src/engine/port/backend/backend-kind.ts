import type { ApprovalDecision, Replay, Sender, Task, UserMessage } from '#core';
import type { Backend, BackendNeeds } from './backend.ts';
import type { Examination } from './examination.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { StoredTasks } from '../tasks/stored-tasks.ts';

/** Names of a backend kind, and the databases that it handles. */
export interface BackendNames {
  /** Name in command line options, such as `sqlite`. */
  readonly name: string;
  /** Name of the backend as users see it, such as `SQLite`. */
  readonly title: string;
  /** URL prefixes of its databases, such as `postgres://`. Any other text is a file path. */
  readonly addresses: readonly string[];
  /** SQLite `application_id` of the backend's database files. */
  readonly applicationId?: number;
}

/** A kind of durable backend. `now` is in milliseconds since the epoch. Throws `TimestepError`. */
export interface BackendKind extends BackendNames {
  /** One sentence that says where tasks are stored and which processes run them. */
  readonly about: string;
  readonly defaultDatabase: string;
  /** Whether `timestep worker` can run the backend's tasks in processes that accept no requests. */
  readonly hasWorkers: boolean;
  readonly options: Readonly<Record<string, BackendOption>>;
  /** Opens the backend for this process. Creates the database if it does not exist. */
  open(needs: ProcessNeeds, site: DatabaseLocation): Backend | Promise<Backend>;
  /** Opens an existing database, calls `use`, and closes the database. Creates nothing. */
  withTasks<T>(
    site: DatabaseLocation,
    access: 'read' | 'write',
    use: (tasks: StoredTasks, sessions: SessionStore) => Promise<T>,
  ): Promise<T>;
  /** Cancels a task that any process may be running. Throws if it has already ended. */
  cancel(site: DatabaseLocation, taskId: string, now: number): Promise<Task>;
  /** Resumes a task, with an answer if given. Throws if there is nothing to resume. */
  resume(
    site: DatabaseLocation,
    taskId: string,
    now: number,
    answer?: ResumeAnswer,
  ): Promise<ResumedTask>;
  /**
   * Examines a database without changing it. If it cannot be opened, a finding says so. `isFull`
   * reads every record of a large file, which is skipped otherwise because it takes long.
   */
  examine(site: DatabaseLocation, now: number, isFull?: boolean): Promise<Examination>;
  /**
   * Copies the database to a new file and verifies the copy. If a kind cannot, its error says what
   * to do instead.
   */
  backUp(site: DatabaseLocation, file: string): Promise<DatabaseCopy>;
}

/** A command line option of a backend kind. */
export interface BackendOption {
  /** Placeholder for the option's value in the help text, such as `HOST:PORT`. */
  readonly value: string;
  readonly about: string;
  /** Whether the option applies only to servers and workers, not to commands that manage tasks. */
  readonly isForProcesses?: true;
}

/** URL or path of a task database, with command line options and environment variables. */
export interface DatabaseLocation {
  readonly database: string;
  readonly options: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Settings of a process for the backend that it opens. */
export interface ProcessNeeds extends BackendNeeds {
  /** Whether this process also runs tasks. If false, it only accepts messages. */
  readonly works: boolean;
}

/** A user's answer that resumes a task. */
export interface ResumeAnswer {
  readonly messageId: string;
  readonly message?: UserMessage;
  readonly approvals?: readonly ApprovalDecision[];
  /** Who answers, for the log of the task. */
  readonly by?: Sender;
}

/** A task that an operator resumed: which process owned it, what was interrupted, and where it continues. */
export interface ResumedTask {
  readonly task: Task;
  /** Id of the process that owned the task. Null if no process owned it. */
  readonly owner: string | null;
  readonly ownerStatus: OwnerStatus | null;
  /** Whether the task was taken from its owner, so that another process can resume it. */
  readonly isReleased: boolean;
  readonly interruptedCalls: readonly InterruptedCall[];
  readonly continuesIn: 'server' | 'worker';
}

/** Status of the owner: it ended (`gone`), or its lease expired though it still holds its lock (`silent`). */
export type OwnerStatus = 'alive' | 'silent' | 'gone';

/** A call that was interrupted when its process stopped. */
export interface InterruptedCall {
  readonly what: 'model' | 'tool';
  /** Name of the tool. Undefined for a model call. */
  readonly name?: string;
  readonly replay?: Replay;
}

/** A verified copy of a database. */
export interface DatabaseCopy {
  readonly file: string;
  readonly tasks: number;
  readonly events: number;
  readonly bytes: number;
  /** What must be backed up in addition, if the copied file does not contain everything. */
  readonly remark?: string;
}
