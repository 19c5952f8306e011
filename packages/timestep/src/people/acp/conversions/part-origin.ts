/** Metadata key of a part's original ACP fields, which are displayed unchanged later. */
export const ACP_METADATA = 'dev.timestep/acp';

/** Kinds of ACP content blocks that are stored as text parts. */
export const LINK = 'resource_link';
export const RESOURCE = 'resource';
