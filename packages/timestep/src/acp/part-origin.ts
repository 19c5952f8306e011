/** The key of a part's metadata that keeps what a prompt said of it, so that it is shown again as it was. */
export const ACP_METADATA = 'dev.timestep/acp';

/** Kinds of blocks that become text. */
export const LINK = 'resource_link';
export const RESOURCE = 'resource';
