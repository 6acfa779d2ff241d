/** Maintains and sends presence. It has no routes, only socket events. */
import { defineBroadcast } from '#broadcast.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { contentChanged } from '#features/profile/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { selectVisible } from './queries.ts';
import { createRegistry } from './registry.ts';
import { createFollowers } from './subscriptions.ts';

const contentBroadcast = defineBroadcast<{ userId: string }>('profile contents');

export default function register({ app, services }: FeatureContext): void {
  const { channels, db, events, serialQueue, touched } = services;
  const followers = createFollowers({ db, serialQueue });
  const registry = createRegistry(services, {
    changed: (userIds) => followers.refresh(userIds),
    // Other servers write the presence of their own sockets, and handle calls that block members.
    beaten() {
      followers.partBlocked();
      followers.refresh();
    },
  });
  channels.onSockets({
    opened: (socket) => registry.opened(socket),
    closed(socket) {
      followers.unfollow(socket);
      registry.closed(socket);
    },
  });
  channels.handle('presence', async (socket, { user_ids }) => {
    await followers.follow(socket, await selectVisible(db, socket.userId, [...new Set(user_ids)]));
    return undefined;
  });
  channels.handle('visibility', async (socket, { visible }) => {
    registry.setVisible(socket, visible);
    return undefined;
  });
  touched.onMember((userId) => followers.showMember(userId));
  events.after(contentChanged, ({ userId }) => {
    followers.showMember(userId);
    channels.broadcast(contentBroadcast, 'others', { userId });
  });
  channels.onBroadcast(contentBroadcast, ({ userId }) => followers.showMember(userId));
  events.after(memberBlocked, ({ userId, blockedId }) => followers.part(userId, blockedId));
  app.addHook('onReady', async () => registry.start());
  app.addHook('onClose', () => registry.stop());
}
