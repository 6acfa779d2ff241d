import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildJpeg } from '#testing/files/images.ts';
import { ChildError } from './child-process.ts';
import { createPictures, type Pictures } from './pictures.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-pictures-'));
const fileOf = (name: string): string => path.join(folder, name);
const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#c84' } });
const MAX_PIXELS = 50_000_000;
/** On a busy machine, a large picture takes longer than the server would wait. */
const LIMIT_MS = 120_000;
vi.setConfig({ testTimeout: LIMIT_MS });

const opened: Pictures[] = [];
function open(limits: Parameters<typeof createPictures>[0] = {}): Pictures {
  const pictures = createPictures({ limitMs: LIMIT_MS, ...limits });
  opened.push(pictures);
  return pictures;
}

beforeAll(async () => {
  writeFileSync(fileOf('small.jpg'), await buildJpeg(400, 300));
  await flat(4_000).avif({ quality: 30, effort: 0 }).toFile(fileOf('large.avif'));
  await flat(3_500).avif({ quality: 30, effort: 0 }).toFile(fileOf('usual.avif'));
  await flat(5_200).toColorspace('rgb16').ensureAlpha().png({ progressive: true }).toFile(fileOf('deep.png'));
  await flat(7_100).jpeg().toFile(fileOf('wide.jpg'));
  const line = { width: 1, height: 70_000, channels: 3 as const, background: '#c84' };
  await sharp({ create: line }).png().toFile(fileOf('line.png'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const pictures of opened.splice(0)) pictures.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openPicture = (pictures: Pictures, name: string, owner = 'ana') =>
  pictures.process(fileOf(name), 'post', { owner, maxPixels: MAX_PIXELS });

describe('A picture that would take too much memory', () => {
  it.each(['large.avif', 'deep.png'])('is rejected on the basis of its header: %s', async (name) => {
    expect(await openPicture(open(), name)).toEqual({ problem: 'heavy' });
  });

  it.each(['wide.jpg', 'line.png'])('is rejected for its size if that is too much: %s', async (name) => {
    expect(await openPicture(open(), name)).toEqual({ problem: 'pixels' });
  });

  it('ends its process, and the next picture gets a new one', async () => {
    const pictures = open({ maxMemory: 200 * 1024 * 1024 });
    await expect(openPicture(pictures, 'usual.avif')).rejects.toEqual(new ChildError('ended'));
    expect(await openPicture(pictures, 'small.jpg')).toMatchObject({ width: 400, height: 300 });
  });
});

describe('The process for pictures', () => {
  it('keeps what Node has compiled for the next one, in the folder of the server', async () => {
    vi.stubEnv('NODE_COMPILE_CACHE', fileOf('compiled'));
    await openPicture(open(), 'small.jpg');
    expect(existsSync(fileOf('compiled'))).toBe(true);
    expect(readdirSync(fileOf('compiled'), { recursive: true }).length).toBeGreaterThan(10);
  });

  it('opens usual pictures, even if Node reports to a watcher', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    const pictures = open();
    expect(await openPicture(pictures, 'usual.avif')).toMatchObject({ width: 2048, height: 2048 });
    expect(existsSync(fileOf('usual.avif-320.webp'))).toBe(true);
  });

  it('reports a damaged or missing file', async () => {
    writeFileSync(fileOf('broken.jpg'), (await buildJpeg(400, 300)).subarray(0, 2_000));
    const pictures = open();
    expect(await openPicture(pictures, 'broken.jpg')).toEqual({ problem: 'broken' });
    expect(await openPicture(pictures, 'nothing.jpg')).toEqual({ problem: 'broken' });
  });

  it('is killed if a picture takes too long', async () => {
    await expect(openPicture(open({ limitMs: 1 }), 'usual.avif')).rejects.toEqual(new ChildError('time'));
  });

  it('opens the pictures of members in turns, and rejects some if one member has too many', async () => {
    const pictures = open();
    let opened = 0;
    const all = Promise.allSettled(
      Array.from({ length: 24 }, async () => {
        await openPicture(pictures, 'small.jpg');
        opened++;
      }),
    );
    expect(await openPicture(pictures, 'small.jpg', 'ben')).toMatchObject({ width: 400 });
    expect(opened).toBeLessThan(3);
    const refused = (await all).filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => new ChildError('busy')));
    expect(opened).toBe(20);
  });

  it('opens one picture after the other, and rejects some if too many members wait', async () => {
    const pictures = open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 45 }, (_, index) => openPicture(pictures, 'small.jpg', `member ${index}`)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => new ChildError('busy')));
  });

  it('ends with the server that started it, even if that is killed', async () => {
    const script = path.join(import.meta.dirname, '../../testing/processes/picture-parent.ts');
    const parent = fork(script, [fileOf('small.jpg')], { execArgv: [] });
    const [pid] = (await once(parent, 'message')) as [number];
    parent.kill('SIGKILL');
    expect(pid).toBeGreaterThan(0);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), { timeout: 10_000 });
  });

  it('ends when it is stopped', async () => {
    const pictures = open();
    await openPicture(pictures, 'small.jpg');
    const pid = pictures.pid ?? 0;
    pictures.stop();
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), { timeout: 10_000 });
  });
});

describe('Previews', () => {
  it('delay uploads by only one drawing, however many are requested, and are rejected beyond a limit', async () => {
    const pictures = open({ maxWaiting: 6 });
    const order = { community: 'Afterhours', accent: null, logo: null, title: 'Glazing', by: 'Ana Lima' };
    let drawn = 0;
    const drawing = Promise.allSettled(
      Array.from({ length: 9 }, async () => {
        await pictures.draw(order);
        drawn++;
      }),
    );
    expect(await openPicture(pictures, 'small.jpg')).toMatchObject({ width: 400 });
    expect(drawn).toBeLessThan(3);
    const refused = (await drawing).filter(({ status }) => status === 'rejected');
    const busy = { status: 'rejected', reason: new ChildError('busy') };
    expect(refused).toEqual(Array.from({ length: 3 }, () => busy));
    expect(drawn).toBe(6);
  });
});
