import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { chatPlace } from './chat-place.ts';

export const chatsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  component: lazyRouteComponent(() => import('./chats-page.tsx'), 'ChatsPage'),
});

export const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat/$chatId',
  validateSearch: chatPlace,
  component: lazyRouteComponent(() => import('./chat-page.tsx'), 'ChatPage'),
});
