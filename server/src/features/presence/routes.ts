/** Keeps and tells who is online; there is no call for it, only sockets. */
import type { FeatureContext } from '#http/feature.ts';
import { createFollowers } from './followers.ts';
import { createRegistry } from './registry.ts';

export default function register({ app, services }: FeatureContext): void {
  const { channels, db, turns } = services;
  const followers = createFollowers({ db, turns });
  const registry = createRegistry(services, {
    changed: (userIds) => followers.refresh(userIds),
    // Other servers write of their own sockets.
    beaten: () => followers.refresh(),
  });
  channels.onSockets({
    opened: (socket) => registry.opened(socket.userId),
    closed(socket) {
      followers.forget(socket);
      registry.closed(socket.userId);
    },
  });
  channels.handle('presence', async (socket, { user_ids }) => {
    await followers.follow(socket, [...new Set(user_ids)]);
    return undefined;
  });
  app.addHook('onReady', async () => registry.start());
  app.addHook('onClose', () => registry.stop());
}
