import type { ApprovalDecision, Replay, Task, UserMessage } from '../core/index.ts';
import type { Backend, BackendNeeds } from './backend.ts';
import type { Examination } from './examination.ts';
import type { SessionStore } from './session-store.ts';
import type { StoredTasks } from './stored-tasks.ts';

/** The names of a kind of backend, and the databases that belong to it. */
export interface BackendClaims {
  /** Its name in a command line, such as `sqlite`. */
  readonly name: string;
  /** Its name for people, such as `SQLite`. */
  readonly title: string;
  /**
   * The beginnings of its databases' addresses, such as `postgres://`. Any other text is the path
   * of a file.
   */
  readonly addresses: readonly string[];
  /** The `application_id` of its SQLite files. */
  readonly applicationId?: number;
}

/**
 * A kind of durable backend: how a process opens its part in it, and how operators handle its tasks
 * beside the processes that have it open. `now` is in ms since the epoch. A refusal is thrown as a
 * `TimestepError`, which says what to do and holds no password.
 */
export interface BackendKind extends BackendClaims {
  /** A sentence about where tasks are kept and which processes work on them. */
  readonly about: string;
  /** The database where none is named. */
  readonly defaultDatabase: string;
  /** Whether processes that take no requests can work on its tasks, as `timestep worker` does. */
  readonly hasWorkers: boolean;
  /** Its options in a command line, by name. */
  readonly options: Readonly<Record<string, BackendOption>>;
  /** Opens a process's part; the database is created where it does not exist. */
  open(needs: ProcessNeeds, site: BackendSite): Backend | Promise<Backend>;
  /**
   * Opens the tasks and the sessions of an existing database, uses them and closes them. Nothing is
   * created.
   */
  withTasks<T>(
    site: BackendSite,
    access: 'read' | 'write',
    use: (tasks: StoredTasks, sessions: SessionStore) => Promise<T>,
  ): Promise<T>;
  /** Ends a task, whichever process works on it. Throws where it has ended already. */
  cancel(site: BackendSite, taskId: string, now: number): Promise<Task>;
  /**
   * Makes a task continue, with an answer where one is given. Throws where there is nothing to do.
   */
  resume(site: BackendSite, taskId: string, now: number, answer?: ResumeAnswer): Promise<Resumed>;
  /** Examines everything without changing it; a database that cannot be opened is a finding. */
  examine(site: BackendSite, now: number): Promise<Examination>;
  /** Copies the database into a new file and checks the copy; an error says what to do instead. */
  backUp(site: BackendSite, file: string): Promise<BackedUp>;
}

/** An option of a kind of backend in a command line. */
export interface BackendOption {
  /** The name of the value in help, such as `HOST:PORT`. */
  readonly value: string;
  readonly about: string;
  /** Whether it is only for processes that serve or work, and not for commands about tasks. */
  readonly isForProcesses?: true;
}

/** The place of tasks. */
export interface BackendSite {
  readonly database: string;
  /** The options that were given, by name. */
  readonly options: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a process needs from its part of a backend. */
export interface ProcessNeeds extends BackendNeeds {
  /** Whether this process also works on tasks, and does not only accept them. */
  readonly works: boolean;
}

/** What a person says to a task. */
export interface ResumeAnswer {
  readonly messageId: string;
  readonly message?: UserMessage;
  readonly approvals?: readonly ApprovalDecision[];
}

/** A task that an operator made continue, and what happens to it next. */
export interface Resumed {
  readonly task: Task;
  /** The process that had the task; null where no process owns one. */
  readonly owner: string | null;
  readonly ownerLife: OwnerLife | null;
  /** True where the task was taken from its owner, so that another process can continue it. */
  readonly isFreed: boolean;
  readonly cutOff: readonly CutOffCall[];
  /** The kind of process that continues it. */
  readonly goesOnIn: 'server' | 'worker';
}

/**
 * `alive`: holds its lock and its lease. `silent`: holds its lock, but its lease has run out.
 * `gone`: its process has ended.
 */
export type OwnerLife = 'alive' | 'silent' | 'gone';

/** A call that was running when its process went away. */
export interface CutOffCall {
  readonly what: 'model' | 'tool';
  /** The name of the tool; absent for a model. */
  readonly name?: string;
  readonly replay?: Replay;
}

/** A copy that was made and checked. */
export interface BackedUp {
  readonly file: string;
  readonly tasks: number;
  readonly events: number;
  readonly bytes: number;
  /** What else must be kept, where the file does not hold everything. */
  readonly remark?: string;
}
