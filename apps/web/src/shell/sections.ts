import {
  Bot,
  FlaskConical,
  Gauge,
  Inbox,
  ListTree,
  MessagesSquare,
  Server,
} from '../icons/icons.ts';

export const SECTIONS = [
  { to: '/tasks', title: 'Tasks', short: 'Tasks', icon: ListTree, key: 't' },
  { to: '/chat', title: 'Chat', short: 'Chat', icon: MessagesSquare, key: 'c' },
  { to: '/inbox', title: 'Inbox', short: 'Inbox', icon: Inbox, key: 'i' },
  { to: '/agents', title: 'Agents', short: 'Agents', icon: Bot, key: 'a' },
  { to: '/environments', title: 'MCP servers', short: 'Servers', icon: Server, key: 'e' },
  { to: '/evals', title: 'Evals', short: 'Evals', icon: FlaskConical, key: 'v' },
  { to: '/operating', title: 'Operations', short: 'Ops', icon: Gauge, key: 'o' },
] as const;
