import { HttpAgent, type BaseEvent, type HttpAgentConfig, type RunAgentInput } from '@ag-ui/client';
import { concatMap, EMPTY, type Observable } from 'rxjs';

/**
 * A client of one agent whose run goes on after a reload of the page. The server answers the same input with the same run, from
 * its beginning, so that the input of the last run is all that the page keeps.
 */
export class KeptAgent extends HttpAgent {
  #goesOn = false;

  constructor(config: HttpAgentConfig) {
    super(config);
    this.threadId = this.kept?.threadId ?? this.threadId;
  }

  /** The input of the last run, also if it was started before the page was reloaded. */
  get kept(): RunAgentInput | undefined {
    const text = sessionStorage.getItem(this.url);
    return text === null ? undefined : (JSON.parse(text) as RunAgentInput);
  }

  /** Makes the next run the last run once more, for libraries that start a run to go on. */
  goOn(): void {
    this.#goesOn = true;
  }

  override run(input: RunAgentInput): Observable<BaseEvent> {
    const wanted = (this.#goesOn && this.kept) || input;
    this.#goesOn = false;
    sessionStorage.setItem(this.url, JSON.stringify(wanted));
    return super.run(wanted);
  }

  /** Shows the conversation until the last run, and then the run. */
  override connect(): Observable<BaseEvent> {
    const { kept } = this;
    if (!kept) return EMPTY;
    const snapshot = { type: 'MESSAGES_SNAPSHOT', messages: kept.messages } as BaseEvent;
    return super
      .run(kept)
      .pipe(concatMap((event) => (event.type === 'RUN_STARTED' ? [event, snapshot] : [event])));
  }
}
