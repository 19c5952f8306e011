/** The agent, called directly over A2A. */
import { reportTo } from '../process/measured-server.ts';
import { serveEcho } from './agent.ts';

reportTo(await serveEcho());
