import { listUserPosts } from '@afterhours/contract/feed';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { publishScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { scheduleFor } from '#testing/rows/scheduled.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import type { AppError } from '../errors/errors.ts';
import { createRunOnce, findCreatedId, storeCreatedId } from './idempotency.ts';

let app: TestApp;
let ana: TestMember;
beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

describe('An idempotency key', () => {
  const body = { postType: 'general', description: 'Once only' };
  const send = (key: string, sent: object = body) =>
    app.call(publishPost, { token: ana.token, body: sent, headers: { 'idempotency-key': key } });
  const count = async (): Promise<number> => {
    const response = await app.call(listUserPosts, { token: ana.token });
    return response.ok ? response.body.length : -1;
  };

  it('returns what the first call created and creates nothing', async () => {
    const before = await count();
    const [first, second] = [await send('key-1'), await send('key-1')];
    expect(first.ok && second.ok && first.body).toEqual(second.ok && second.body);
    expect(await count()).toBe(before + 1);
  });

  it('creates one item for two concurrent calls', async () => {
    const before = await count();
    const responses = await Promise.all([1, 2, 3, 4].map(() => send('key-2')));
    expect(responses.filter((response) => response.ok).length).toBeGreaterThan(0);
    for (const response of responses) expect([200, 409]).toContain(response.status);
    expect(await count()).toBe(before + 1);
    expect(await send('key-2')).toMatchObject({ ok: true });
  });

  it('is free again after a failed call, and valid for one call only', async () => {
    expect(await send('key-3', { postType: 'webinar', description: 'x' })).toMatchObject({ status: 422 });
    expect(await send('key-3')).toMatchObject({ ok: true });
    expect(await send('key-3', { ...body, description: 'Another' })).toMatchObject({ status: 422 });
    expect(await send('key with spaces')).toMatchObject({ status: 422 });
  });

  it('is valid for one path only', async () => {
    const publish = async () => {
      const scheduled = await scheduleFor(app, ana);
      const id = scheduled.ok && 'scheduled' in scheduled.body ? scheduled.body.scheduled._id : '';
      const headers = { 'idempotency-key': 'key-11' };
      return app.call(publishScheduledPost, { token: ana.token, params: { id }, headers });
    };
    expect(await publish()).toMatchObject({ ok: true });
    expect(await publish()).toMatchObject({ status: 422, errors: [{ field: 'Idempotency-Key' }] });
  });

  it('is valid for the same files only, by their names and contents', async () => {
    const [one, other] = [await buildPng(3, 3), await buildPng(3, 4)];
    const sendFile = (bytes: Buffer, name = 'a.png') =>
      app.call(publishPost, {
        token: ana.token,
        form: buildForm(body, [{ field: 'attachfiles', name, bytes }]),
        headers: { 'idempotency-key': 'key-12' },
      });
    const first = await sendFile(one);
    expect(await sendFile(one)).toMatchObject({ ok: true, body: { _id: first.ok && first.body._id } });
    for (const response of [await sendFile(other), await sendFile(one, 'b.png'), await send('key-12')])
      expect(response).toMatchObject({ status: 422, errors: [{ field: 'Idempotency-Key' }] });
  });

  it('stays taken if the action is done and only storing its response fails', async () => {
    const runOnce = createRunOnce(app.services.db);
    const call = { userId: ana.id, key: 'key-5', path: '/action', body: {} };
    let actions = 0;
    const unwritable = { toJSON: () => BigInt(1) };
    const action = async (): Promise<unknown> => {
      actions++;
      return unwritable;
    };
    await expect(runOnce(call, action)).rejects.toThrow(TypeError);
    await expect(runOnce(call, action)).rejects.toMatchObject({ status: 409 });
    expect(actions).toBe(1);
  });

  it('keeps the response to a call that creates nothing', async () => {
    const runOnce = createRunOnce(app.services.db);
    let actions = 0;
    const call = { userId: ana.id, key: 'key-9', path: '/action', body: {} };
    const responses = [await runOnce(call, async () => ++actions), await runOnce(call, async () => ++actions)];
    expect(responses).toEqual([1, 1]);
  });

  it('is free a minute after the process died before anything was created', async () => {
    const { db } = app.services;
    const runOnce = createRunOnce(db);
    const call = { userId: ana.id, key: 'key-10', path: '/action', body: {} };
    void runOnce(call, () => new Promise<never>(() => undefined));
    const again = () => runOnce(call, async () => 'done');
    await expect.poll(() => again().catch((error: AppError) => error.status)).toBe(409);
    await db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('key', '=', 'key-10')
      .execute();
    expect(await again()).toBe('done');
  });

  it('returns the response as stored if a version with another contract has stored it', async () => {
    await send('key-13');
    await app.services.db
      .updateTable('idempotency_keys')
      .set({ made_id: null, answer: JSON.stringify({ message: 'Post created.', body: { _id: 'first' } }) })
      .where('key', '=', 'key-13')
      .execute();
    const headers = { authorization: `Bearer ${ana.token}`, 'idempotency-key': 'key-13' };
    const response = await app.http.inject({ method: 'POST', url: '/api/post/create', headers, payload: body });
    const stored = { status: 200, success: true, message: 'Post created.', body: { _id: 'first' } };
    expect([response.statusCode, response.json()]).toEqual([200, stored]);
  });

  it('leads to the created item as it is now', async () => {
    const first = await send('key-6');
    const _id = first.ok ? first.body._id : '';
    const before = await count();
    await app.call(updatePost, { token: ana.token, body: { ...body, _id, description: 'Corrected' } });
    expect(await send('key-6', { ...body, description: 'Another' })).toMatchObject({ status: 422 });
    expect(await send('key-6')).toMatchObject({ ok: true, body: { _id, description: 'Corrected' } });
    await app.call(deletePost, { token: ana.token, params: { id: _id } });
    expect(await send('key-6')).toMatchObject({ status: 404 });
    expect(await count()).toBe(before - 1);
  });

  it('keeps a hundred concurrent calls apart', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `many-${index}`);
    const write = async (key: string) => {
      const response = await send(key, { ...body, description: `Post ${key}` });
      return response.ok ? `${response.body._id} ${response.body.description}` : response.status;
    };
    const first = await Promise.all(keys.map(write));
    expect(new Set(first).size).toBe(100);
    expect(await Promise.all(keys.map(write))).toEqual(first);
    for (const [index, key] of keys.entries()) expect(first[index]).toContain(`Post ${key}`);
  });

  it('leads to the created item if the connection broke at the commit', async () => {
    const { db } = app.services;
    const runOnce = createRunOnce(db);
    const call = { userId: ana.id, key: 'key-8', path: '/action', body: {} };
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    const action = async (): Promise<never> => {
      await db.transaction().execute((tx) => storeCreatedId(tx, ana.id));
      throw lost;
    };
    await expect(runOnce(call, action)).rejects.toBe(lost);
    await expect.poll(() => runOnce(call, async () => findCreatedId()).catch(() => 'still running')).toBe(ana.id);
  });

  it('lets a slow call create nothing after a repeat has taken the key over', async () => {
    const { db } = app.services;
    const runOnce = createRunOnce(db);
    const slow = runOnce({ userId: ana.id, key: 'key-7', path: '/slow', body }, async () => {
      await db
        .updateTable('idempotency_keys')
        .set({ created_at: new Date(0) })
        .where('key', '=', 'key-7')
        .execute();
      await db.transaction().execute((tx) => storeCreatedId(tx, ana.id));
      return null;
    });
    await expect(slow).rejects.toMatchObject({ status: 409 });
  });

  it('belongs to one member', async () => {
    const ben = await buildMember(app);
    const [mine, theirs] = [
      await send('key-4'),
      await app.call(publishPost, { token: ben.token, body, headers: { 'idempotency-key': 'key-4' } }),
    ];
    expect(mine.ok && theirs.ok && mine.body._id !== theirs.body._id).toBe(true);
  });
});
