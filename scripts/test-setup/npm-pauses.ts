/**
 * Variables of npm for what installs the packed files. npm also asks for optional peers, of which
 * `@timestep-ai/embedder` is not published, and pauses 10 s and 60 s before it asks a registry again that did not
 * answer: its retries stay, the pauses become short.
 */
export const SHORT_NPM_PAUSES = {
  npm_config_fetch_retry_mintimeout: '100',
  npm_config_fetch_retry_maxtimeout: '1000',
} as const;
