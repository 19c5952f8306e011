import { TimestepError } from '../core/index.ts';

/** A folder cannot be used as an agent; `message` names the file, the line and the field. */
export class FolderError extends TimestepError {
  declare readonly code: 'bad-folder';

  constructor(message: string) {
    super('bad-folder', message);
  }
}
