/** Members' sockets, connected to an app that listens. */
import type { AddressInfo } from 'node:net';
import type { ServerEventName, ServerEventPayload } from '@afterhours/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { TestMember } from '../rows/members.ts';
import type { TestApp } from '../test-app.ts';

/** Makes the app listen on a free port and returns its origin. */
export async function listen(app: TestApp): Promise<string> {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
}

/** Returns a member's connected socket; rejects with the server's error. `onEvent` also receives the first event. */
export function connectSocket(
  origin: string,
  member: TestMember,
  onEvent: (event: string, payload: unknown) => void = () => undefined,
): Promise<Socket> {
  const socket = io(origin, {
    auth: { token: member.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  socket.onAny(onEvent);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Opens a tab for a member until the test ends; returns the payloads of one event as they arrive. */
export async function openTabFor<K extends ServerEventName>(
  event: K,
  origin: string,
  member: TestMember,
): Promise<ServerEventPayload<K>[]> {
  const received: ServerEventPayload<K>[] = [];
  const socket = await connectSocket(origin, member, (name, payload) => {
    if (name === event) received.push(payload as ServerEventPayload<K>);
  });
  onTestFinished(() => void socket.disconnect());
  return received;
}
