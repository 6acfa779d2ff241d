/**
 * The real server on a disk of its own that fills up. Errors have the contract's form, nothing crashes, nothing
 * acknowledged is lost, and the server recovers once there is space. Needs the right to mount; skipped otherwise.
 */
import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { login } from '@afterhours/contract/account/account';
import { failure } from '@afterhours/contract/base/envelope';
import { type RouteResponse, responseSchema } from '@afterhours/contract/base/route';
import { getPost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildSignup, PASSWORD } from '#testing/rows/members.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { parseConfig } from '../config/config.ts';
import { requireWritable } from '../start/start-up.ts';
import { findFreePort } from '../testing/free-port.ts';
import { backup } from './backup/backup.ts';

/** Enough space for a database and some posts; in the end, less than one segment of the database's log is free. */
const DISK_MB = 300;
const LEFT_BYTES = 4_000_000;

const mountDisk = (folder: string, size = `${DISK_MB}m`): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-mount-'));
  try {
    mountDisk(folder);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!canMount())('A disk that fills up (needs root, to mount one)', () => {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'afterhours-disk-'));
  const ballast = path.join(disk, 'ballast');
  let [origin, token] = ['', ''];
  let stop = async (): Promise<void> => undefined;

  const post = (url: string, body: unknown): Promise<Response> =>
    fetch(`${origin}/api${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const publish = (): Promise<Response> =>
    post('/post/create', { postType: 'general', description: randomBytes(1_800).toString('base64') });

  beforeAll(async () => {
    mountDisk(disk);
    chmodSync(disk, 0o711);
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    const settings = { DATA_DIR: path.join(disk, 'data'), DATABASE_URL: '', PORT: String(port), METRICS_PORT: '0' };
    const env = { ...process.env, ...settings, RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent' };
    const child = fork(path.join(import.meta.dirname, '../testing/processes/server-process.ts'), {
      env,
      execArgv: [],
      stdio: 'ignore',
    });
    stop = async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    };
    await once(child, 'message');
    const member = buildSignup();
    await post('/signup', member);
    const response = responseSchema(login).parse(
      await (await post('/login', { email: member.email, password: PASSWORD })).json(),
    ) as RouteResponse<typeof login>;
    if ('token' in response.body) token = response.body.token;
  });
  afterAll(async () => {
    await stop();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('makes the server reject writes with a clear error, loses nothing, and recovers once there is space', async () => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES));
    const kept: string[] = [];
    const refusals: Response[] = [];
    while (refusals.length < 20) {
      const response = await publish();
      if (response.ok)
        kept.push(
          (responseSchema(publishPost).parse(await response.json()) as RouteResponse<typeof publishPost>).body._id,
        );
      else refusals.push(response);
    }
    expect(kept.length).toBeGreaterThan(0);
    const bytes = await buildJpeg(1_200, 900, { grainy: true });
    const form = buildForm({ folder: 'post' }, [{ field: 'file', name: 'a.jpg', bytes }]);
    const headers = { authorization: `Bearer ${token}` };
    refusals.push(await fetch(`${origin}/api/post/uploadFile`, { method: 'POST', headers, body: form }));
    for (const response of refusals) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(failure.parse(await response.json()).status).toBe(503);
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    rmSync(ballast);
    await vi.waitFor(async () => expect((await publish()).status).toBe(200), { timeout: 20_000, interval: 200 });
    for (const id of kept) {
      const response = await fetch(`${origin}/api/post/${id}`, { headers });
      expect((responseSchema(getPost).parse(await response.json()) as RouteResponse<typeof getPost>).body._id).toBe(id);
    }
  });

  it('or that is read-only is named when a server starts on it', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-read-only-'));
    mountDisk(folder, '64k,ro');
    try {
      for (const DATA_DIR of [folder, path.join(folder, 'data')])
        await expect(requireWritable(parseConfig({ DATA_DIR }, folder))).rejects.toThrow(
          `Cannot write to ${DATA_DIR}.`,
        );
    } finally {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    }
  });

  it('ends a backup to it with a clear message, and leaves nothing there', async () => {
    const small = mkdtempSync(path.join(os.tmpdir(), 'afterhours-small-'));
    mountDisk(small, '64k');
    try {
      const config = parseConfig({ DATA_DIR: path.join(disk, 'data') }, disk);
      const file = path.join(small, 'backup.tar');
      await expect(backup(config, { file, withFiles: true })).rejects.toThrow(/The disk that holds .* is full/);
      expect(readdirSync(small)).toEqual([]);
    } finally {
      execFileSync('umount', [small]);
      rmSync(small, { recursive: true, force: true });
    }
  });
});
