import { expect, it } from 'vitest';
import { readUser, writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildOwnUser } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { selectOwnUser } from './auth-slice.ts';
import { loadOwnUser, signOut } from './session-commands.ts';

it('A member who signs out while their record loads stays signed out', async () => {
  const user = buildOwnUser();
  writeSession('abc', user);
  const response = deferred<FakeResponse>();
  serve({ 'GET /getProfile': () => response.promise, 'POST /logout': ok({}) });
  const store = createStore();
  const loaded = store.dispatch(loadOwnUser());
  store.dispatch(signOut());
  response.resolve(ok(user));
  await loaded;
  expect(selectOwnUser(store.getState())).toBeNull();
  expect(readUser()).toBeNull();
});
