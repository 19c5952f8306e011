import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { parseChatSearch } from './chat-search.ts';

export const chatsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  component: lazyRouteComponent(() => import('./chats-page.tsx'), 'ChatsPage'),
});

export const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat/$chatId',
  validateSearch: parseChatSearch,
  component: lazyRouteComponent(() => import('./chat-page.tsx'), 'ChatPage'),
});
