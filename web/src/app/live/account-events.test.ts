import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io-client';
import { expect, it } from 'vitest';
import { signOut, startSession } from '#features/account/session-commands.ts';
import { watchSession } from '#lib/api/client.ts';
import { readToken } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { listenToAccount } from './account-events.ts';

it('The end of a session is reported for that session only, not for what followed in this browser', () => {
  serve({ 'POST /logout': ok({}) });
  const ended: string[] = [];
  const store = createStore();
  const stop = watchSession({
    lost: (how) => ended.push(how),
    isSignedIn: () => true,
    keptOut: () => undefined,
    unconfirmed: () => undefined,
  });
  const signIn = (token: string) => {
    const socket = new EventEmitter();
    store.dispatch(startSession({ token, user: buildOwnUser() }));
    listenToAccount(socket as unknown as Socket, store, token);
    return () => socket.emit('session:ended');
  };
  const endFirst = signIn('first');
  store.dispatch(signOut());
  endFirst();
  expect(ended).toEqual([]);
  const endSecond = signIn('second');
  endFirst();
  expect([ended, readToken()]).toEqual([[], 'second']);
  endSecond();
  expect(ended).toEqual(['expired']);
  stop();
});
