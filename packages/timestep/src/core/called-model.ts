/**
 * The model that one attempt of a step called, as the provider names it. Unknown fields are
 * undefined.
 */
export interface CalledModel {
  readonly provider?: string;
  /** The requested model. */
  readonly model?: string;
  /** The model that replied, which may be a version of the requested model. */
  readonly response_model?: string;
}
