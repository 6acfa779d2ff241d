import type { login } from '@afterhours/contract/account/account';
import type { likePost } from '@afterhours/contract/posts/likes';
import type { createPost, deletePost, getPost } from '@afterhours/contract/posts/posts';
import type { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { writeSession } from '../browser/session-storage.ts';
import { buildAddress, call, watchSession } from './client.ts';
import { download } from './download.ts';

const like = () => call<typeof likePost>('POST', '/post/likeUnlike', { body: { post_id: idOf(1), status: true } });

beforeEach(() => writeSession('abc', buildOwnUser()));

describe('A call', () => {
  it('returns the body and the fields next to it', async () => {
    serve({ 'POST /post/likeUnlike': ok({ post_id: idOf(1), isLiked: true, likesCount: 4 }) });
    expect(await like()).toMatchObject({ ok: true, message: 'Done.', body: { likesCount: 4 } });
  });
  it('carries the stored token', async () => {
    const requests = serve({ 'POST /post/likeUnlike': ok({}) });
    await like();
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc');
    expect(requests[0]?.body).toEqual({ post_id: idOf(1), status: true });
  });
  it('carries no token when it is public', async () => {
    const requests = serve({ 'POST /login': ok({}) });
    await call<typeof login>('POST', '/login', { body: { email: 'a@b.co', password: 'x' }, public: true });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });
  it('fills in the path parameters and escapes them', async () => {
    const requests = serve({ 'GET /post/a%2Fb': ok({}) });
    await call<typeof getPost>('GET', '/post/:id', { params: { id: 'a/b' } });
    expect(requests).toHaveLength(1);
  });
  it('omits empty query parameters', () => {
    expect(buildAddress('/x', {}, { a: '', b: undefined, c: null, d: '1' })).toBe('/api/x?d=1');
  });
  it('outlives its page if it is a small write, within what browsers allow', async () => {
    serve({ 'POST /post/likeUnlike': ok({}), 'GET /post/1': ok({}), 'POST /post/create': ok({}) });
    const fetched = vi.spyOn(globalThis, 'fetch');
    const keepalive = () => fetched.mock.lastCall?.[1]?.keepalive;
    await Promise.all(Array.from({ length: 12 }, like));
    expect(fetched.mock.calls.filter(([, init]) => init?.keepalive)).toHaveLength(8);
    await like();
    expect(keepalive()).toBe(true);
    await call<typeof createPost>('POST', '/post/create', {
      body: { postType: 'general', description: 'x'.repeat(5_000) },
    });
    expect(keepalive()).toBe(false);
    await call<typeof getPost>('GET', '/post/:id', { params: { id: '1' } });
    expect(keepalive()).toBe(false);
  });
  it('sends an idempotency key', async () => {
    const requests = serve({ 'DELETE /post/delete/1': ok({}) });
    await call<typeof deletePost>('DELETE', '/post/delete/:id', { params: { id: '1' }, idempotencyKey: 'k' });
    expect(requests[0]?.headers.get('idempotency-key')).toBe('k');
  });
});

describe('A call that fails', () => {
  it('returns the status, the message and the field errors', async () => {
    serve({ 'POST /post/likeUnlike': fail(422, 'No.', { errors: [{ field: 'status', message: 'Bad' }] }) });
    expect(await like()).toEqual({
      ok: false,
      status: 422,
      message: 'No.',
      errors: [{ field: 'status', message: 'Bad' }],
    });
  });
  it('returns how long to wait before a retry', async () => {
    serve({ 'POST /post/likeUnlike': fail(429, 'Slow down.', { retryAfter: 12 }) });
    expect(await like()).toMatchObject({ status: 429, retryAfter: 12 });
  });
  it('reports that the server cannot be reached', async () => {
    serve({ 'POST /post/likeUnlike': 'unreachable' });
    const response = await like();
    expect(response).toMatchObject({ ok: false, status: 0 });
    expect(response.message).toContain('cannot be reached');
  });
  it('reports that the caller aborted it', async () => {
    const abort = new AbortController();
    abort.abort();
    serve({});
    const response = await call<typeof getPost>('GET', '/post/:id', { params: { id: '1' }, signal: abort.signal });
    expect(response).toMatchObject({ ok: false, aborted: true });
  });
  it('has a clear message when the response is not an envelope', async () => {
    serve({ 'POST /post/likeUnlike': { status: 502, body: '<html>' } });
    expect(await like()).toMatchObject({ status: 502, message: expect.stringContaining('went wrong') });
  });
});

describe('A request that hangs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const never = () => deferred<FakeResponse>().promise;

  it('ends as if the server could not be reached', async () => {
    serve({ 'POST /post/likeUnlike': never, 'GET /account/export': never });
    const responses = Promise.all([like(), download({ path: '/account/export', name: 'data.zip' })]);
    await vi.advanceTimersByTimeAsync(60_000);
    const unreachable = { ok: false, status: 0, message: expect.stringContaining('cannot be reached') };
    expect(await responses).toEqual([unreachable, { ...unreachable, aborted: false }]);
  });

  it('may take any time as an upload whose file is moving, and two minutes after its end', async () => {
    serve({ 'POST /post/uploadFile': never });
    const uploads: XMLHttpRequest[] = [];
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends XMLHttpRequest {
        constructor() {
          super();
          uploads.push(this);
        }
      },
    );
    let response: object | undefined;
    const files = [{ field: 'file', file: new File(['x'], 'bowl.jpg') }];
    void call<typeof uploadPostFiles>('POST', '/post/uploadFile', { files }).then((ended) => (response = ended));
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    for (let piece = 1; piece <= 4; piece++) {
      await vi.advanceTimersByTimeAsync(30_000);
      uploads[0]?.upload.dispatchEvent(new Event('progress'));
    }
    expect(response).toBeUndefined();
    // The server opens the pictures of all members one at a time.
    uploads[0]?.upload.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(119_000);
    expect(response).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(response).toMatchObject({ ok: false, status: 0 });
  });
});

let stopWatching = () => undefined as void;
afterEach(() => stopWatching());

describe('An invalid token', () => {
  const watch = (isSignedIn = true) => {
    const lost = vi.fn();
    const unconfirmed = vi.fn();
    stopWatching = watchSession({ lost, unconfirmed, keptOut: vi.fn(), isSignedIn: () => isSignedIn });
    return { lost, unconfirmed };
  };

  it('ends the session', async () => {
    const { lost } = watch();
    serve({ 'POST /post/likeUnlike': fail(401, 'Please sign in to continue.') });
    await like();
    expect(lost).toHaveBeenCalledExactlyOnceWith('expired');
  });
  it('keeps the session when a sign-in fails because of a wrong password', async () => {
    const { lost } = watch();
    serve({ 'POST /login': fail(401, 'Invalid email or password.') });
    await call<typeof login>('POST', '/login', { body: { email: 'a@b.co', password: 'x' }, public: true });
    expect(lost).not.toHaveBeenCalled();
  });
  it('keeps the session when another tab has signed in again in the meantime', async () => {
    const { lost } = watch();
    serve({
      'POST /post/likeUnlike': () => {
        writeSession('newer', buildOwnUser());
        return fail(401, 'Please sign in to continue.');
      },
    });
    await like();
    expect(lost).not.toHaveBeenCalled();
  });
  it('that has disappeared from the browser ends the session at once, without a request', async () => {
    const { lost } = watch();
    const requests = serve({});
    localStorage.removeItem('token');
    expect(await like()).toMatchObject({ ok: false, status: 401 });
    expect(await download({ path: '/account/export', name: 'data.zip' })).toMatchObject({ status: 401 });
    expect(lost.mock.calls).toEqual([['missing'], ['missing']]);
    expect(requests).toEqual([]);
  });
  it('changes nothing for a guest, who has no session', async () => {
    const { lost } = watch(false);
    serve({ 'POST /post/likeUnlike': fail(401, 'Please sign in to continue.') });
    localStorage.removeItem('token');
    await like();
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('A call that requires a confirmed address', () => {
  it('notifies the watcher in addition to returning the failure', async () => {
    const unconfirmed = vi.fn();
    stopWatching = watchSession({ lost: vi.fn(), unconfirmed, keptOut: vi.fn(), isSignedIn: () => true });
    const body = { status: 403, success: false, message: 'Please confirm first.', reason: 'unconfirmed' };
    serve({ 'POST /post/likeUnlike': { status: 403, body } });
    expect(await like()).toMatchObject({ ok: false, status: 403, message: 'Please confirm first.' });
    expect(unconfirmed).toHaveBeenCalledExactlyOnceWith('Please confirm first.');
  });
});

describe('A call by a member whom a decision keeps out', () => {
  it.each(['suspended', 'banned', 'waiting'])(
    'notifies the watcher in addition to returning the failure: %s',
    async (reason) => {
      const keptOut = vi.fn();
      stopWatching = watchSession({ lost: vi.fn(), unconfirmed: vi.fn(), keptOut, isSignedIn: () => true });
      const body = { status: 403, success: false, message: 'You are out.', reason };
      serve({ 'POST /post/likeUnlike': { status: 403, body } });
      expect(await like()).toMatchObject({ ok: false, status: 403, reason });
      expect(keptOut).toHaveBeenCalledOnce();
    },
  );
});
