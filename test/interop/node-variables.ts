/**
 * What a Node that starts with few variables is given of ours: where compiled code is kept, and the options that
 * have it run what was built.
 */
export const NODE_VARIABLES = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
};
