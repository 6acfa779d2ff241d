/** Stores and sends presence. It has no routes, only socket events. */
import { defineBroadcast } from '#broadcast.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { contentChanged } from '#features/profile/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { selectVisible } from './queries.ts';
import { createRegistry } from './registry.ts';
import { createSubscriptions } from './subscriptions.ts';

const contentBroadcast = defineBroadcast<{ userId: string }>('profile contents');

export default function register({ app, services }: FeatureContext): void {
  const { channels, db, events, serialQueue, touched } = services;
  const subscriptions = createSubscriptions({ db, serialQueue });
  const registry = createRegistry(services, {
    onChanged: (userIds) => subscriptions.refresh(userIds),
    // Other servers write the presence of their own sockets, and handle calls that block members.
    onHeartbeat() {
      subscriptions.endUnwatchable();
      subscriptions.refresh();
    },
  });
  channels.onSockets({
    opened: (socket) => registry.opened(socket),
    closed(socket) {
      subscriptions.unsubscribe(socket);
      registry.closed(socket);
    },
  });
  channels.handle('presence', async (socket, { user_ids }) => {
    await subscriptions.subscribe(socket, await selectVisible(db, socket.userId, [...new Set(user_ids)]));
    return undefined;
  });
  channels.handle('visibility', async (socket, { visible }) => {
    registry.setVisible(socket, visible);
    return undefined;
  });
  touched.onMember((userId) => subscriptions.sendMember(userId));
  events.after(contentChanged, ({ userId }) => {
    subscriptions.sendMember(userId);
    channels.broadcast(contentBroadcast, 'others', { userId });
  });
  channels.onBroadcast(contentBroadcast, ({ userId }) => subscriptions.sendMember(userId));
  events.after(memberBlocked, ({ userId, blockedId }) => subscriptions.separate(userId, blockedId));
  app.addHook('onReady', async () => registry.start());
  app.addHook('onClose', () => registry.stop());
}
