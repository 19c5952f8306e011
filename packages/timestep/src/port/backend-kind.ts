import type { ApprovalDecision, Replay, Task, UserMessage } from '../core/index.ts';
import type { Backend, BackendNeeds } from './backend.ts';
import type { Examination } from './examination.ts';
import type { StoredTasks } from './stored-tasks.ts';

/** By what a kind of backend is known, and which databases are its own. */
export interface BackendClaims {
  /** What it is called by in a command line, as `sqlite`. */
  readonly name: string;
  /** What people call it, as `SQLite`. */
  readonly title: string;
  /** What addresses of its databases begin with, as `postgres://`. Everything else is a file. */
  readonly addresses: readonly string[];
  /** The `application_id` of its SQLite files. */
  readonly applicationId?: number;
}

/**
 * A kind of durable backend: how a process opens its part in it, and how its tasks are looked after
 * from outside, beside the processes that have it open. `now` is in ms since the epoch. What cannot be done is thrown as a
 * `TimestepError`, which says what to do and holds no password.
 */
export interface BackendKind extends BackendClaims {
  /** A sentence on where tasks are kept and who works on them. */
  readonly about: string;
  /** The database where none is named. */
  readonly defaultDatabase: string;
  /** Whether processes that take no requests can work on its tasks, as `timestep worker`. */
  readonly hasWorkers: boolean;
  /** Its options in a command line, by name. */
  readonly options: Readonly<Record<string, BackendOption>>;
  /** Opens a process's part; the database is made where there is none. */
  open(needs: ProcessNeeds, site: BackendSite): Backend | Promise<Backend>;
  /** Opens the tasks of a database that is there, uses them and closes them. Nothing is made. */
  withTasks<T>(
    site: BackendSite,
    access: 'read' | 'write',
    use: (tasks: StoredTasks) => Promise<T>,
  ): Promise<T>;
  /** Ends a task, whichever process works on it. Throws where it has ended already. */
  cancel(site: BackendSite, taskId: string, now: number): Promise<Task>;
  /** Makes a task go on, with an answer where one is given. Throws where there is nothing to do. */
  resume(site: BackendSite, taskId: string, now: number, answer?: ResumeAnswer): Promise<Resumed>;
  /** Looks everything over without changing it; a database that cannot be opened is a finding. */
  examine(site: BackendSite, now: number): Promise<Examination>;
  /** Copies the database into a new file and checks the copy; throws what to do instead. */
  backUp(site: BackendSite, file: string): Promise<BackedUp>;
}

/** An option of a kind of backend in a command line. */
export interface BackendOption {
  /** What stands for the value in help, as `HOST:PORT`. */
  readonly value: string;
  readonly about: string;
  /** Only of processes that serve or work, not for looking after tasks. */
  readonly isForProcesses?: true;
}

/** Where tasks are. */
export interface BackendSite {
  readonly database: string;
  /** The options that were given, by name. */
  readonly options: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a process opens its part of a backend for. */
export interface ProcessNeeds extends BackendNeeds {
  /** Whether this process works on tasks as well, and does not only take them. */
  readonly works: boolean;
}

/** What a person says to a task. */
export interface ResumeAnswer {
  readonly messageId: string;
  readonly message?: UserMessage;
  readonly approvals?: readonly ApprovalDecision[];
}

/** A task that was made to go on from outside, and what becomes of it. */
export interface Resumed {
  readonly task: Task;
  /** The process that had the task; null where no process owns one. */
  readonly owner: string | null;
  readonly ownerLife: OwnerLife | null;
  /** True where the task was taken from its owner, for others to go on with. */
  readonly isFreed: boolean;
  readonly cutOff: readonly CutOffCall[];
  /** Which kind of process goes on with it. */
  readonly goesOnIn: 'server' | 'worker';
}

/**
 * `alive`: holds its lock and its lease. `silent`: holds its lock, but its lease has run out.
 * `gone`: its process has ended.
 */
export type OwnerLife = 'alive' | 'silent' | 'gone';

/** A call that was being made when its process went away, and what becomes of it. */
export interface CutOffCall {
  readonly what: 'model' | 'tool';
  /** Of the tool; absent for a model. */
  readonly name?: string;
  readonly replay?: Replay;
}

/** A copy that was made and found sound. */
export interface BackedUp {
  readonly file: string;
  readonly tasks: number;
  readonly events: number;
  readonly bytes: number;
  /** What else has to be kept, where the file is not everything. */
  readonly remark?: string;
}
