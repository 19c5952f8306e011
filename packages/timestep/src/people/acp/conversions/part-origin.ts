/**
 * Metadata key that stores the original ACP fields of a content part, so that the part can be
 * displayed unchanged later.
 */
export const ACP_METADATA = 'dev.timestep/acp';

/** Kinds of ACP content blocks that are stored as text parts. */
export const LINK = 'resource_link';
export const RESOURCE = 'resource';
