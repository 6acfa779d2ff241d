/** Runs in a thread and fetches the descriptions and pictures of other sites' pages. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Limits, reach } from './guarded-fetch.ts';
import type { FoundPage, PagePicture } from './link-pages.ts';
import { type PageHead, readHead } from './read-head.ts';

export type PageOrder = Limits & {
  address: string;
  /** Where the picture is written. */
  folder: string;
};

/** The time limit for a page with all its redirects, and again for its picture. */
const LIMIT_MS = 5_000;
const MAX_HEAD_BYTES = 512 * 1024;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** True for a status that may be different on the next attempt. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

const isHtml = (contentType: string): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);

/** Passes this many bytes through, and fails beyond. */
function createByteLimit(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Error('too large') : null, chunk);
    },
  });
}

/** Writes a page's picture to a file. Returns null if there is none or it cannot be fetched. */
async function fetchPicture(address: string, { folder, ...limits }: PageOrder): Promise<PagePicture | null> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const file = path.join(folder, randomUUID());
  try {
    const response = await reach(address, { accept: 'image/*', signal }, limits);
    if (!response?.ok || !response.body) {
      await response?.body?.cancel();
      return null;
    }
    await mkdir(folder, { recursive: true });
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    const body: AsyncIterable<Uint8Array> = response.body;
    await pipeline(body, createByteLimit(MAX_PICTURE_BYTES), target, { signal });
    return { path: file, bytes: target.bytesWritten };
  } catch {
    await rm(file, { force: true });
    return null;
  }
}

async function fetchHead(order: PageOrder, hops: string[]): Promise<PageHead | 'none' | 'away'> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const response = await reach(order.address, { accept: 'text/html,application/xhtml+xml', hops, signal }, order);
  if (!response) return 'none';
  const contentType = response.headers.get('content-type') ?? '';
  const { body } = response;
  if (!response.ok || !body || !isHtml(contentType)) {
    await body?.cancel();
    return isPassing(response.status) ? 'away' : 'none';
  }
  if (/\bnosnippet\b/i.test(response.headers.get('x-robots-tag') ?? '')) {
    await body.cancel();
    return 'none';
  }
  // It stops reading the body at the end of the head, which closes the connection.
  return readHead(body, contentType, MAX_HEAD_BYTES);
}

/** Returns the title, description and picture that the page at an address declares. */
export async function fetchPage(order: PageOrder): Promise<FoundPage> {
  const hops: string[] = [];
  try {
    const head = await fetchHead(order, hops);
    if (typeof head === 'string') return { kind: head, hops };
    const { title, description, noSnippet } = head;
    if (noSnippet || title.trim() === '') return { kind: 'none', hops };
    const picture = head.picture === null ? null : URL.parse(head.picture, hops.at(-1));
    return {
      kind: 'page',
      hops,
      title,
      description,
      picture: picture && (await fetchPicture(picture.href, order)),
    };
  } catch {
    return { kind: 'away', hops };
  }
}
