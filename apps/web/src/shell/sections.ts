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
  { to: '/tasks', title: 'Tasks', icon: ListTree, key: 't' },
  { to: '/chat', title: 'Chat', icon: MessagesSquare, key: 'c' },
  { to: '/inbox', title: 'Inbox', icon: Inbox, key: 'i' },
  { to: '/agents', title: 'Agents', icon: Bot, key: 'a' },
  { to: '/environments', title: 'Environments', icon: Server, key: 'e' },
  { to: '/evals', title: 'Evals', icon: FlaskConical, key: 'v' },
  { to: '/operating', title: 'Operations', icon: Gauge, key: 'o' },
] as const;
