/** Which model an attempt at a step asked, as its provider names it; what is not known is absent. */
export interface CalledModel {
  readonly provider?: string;
  /** The model that was asked. */
  readonly model?: string;
  /** The model that answered, which may be a version of the one that was asked. */
  readonly response_model?: string;
}
