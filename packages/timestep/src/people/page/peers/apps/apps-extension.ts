/** The extension by which clients say that they show apps (SEP-1865). */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';
/** The media type of the document of an app. */
export const APP_TYPE = 'text/html;profile=mcp-app';
