/**
 * Multipart bodies. Files are streamed into a temporary folder and are never in memory in full; `discard` deletes
 * those that were not moved, however the call ends.
 */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileRule } from '@afterhours/contract/base/route';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import type { FastifyRequest } from 'fastify';
import { errorCode } from '#db/error-code.ts';
import { english } from '#texts/english.ts';
import { AppError, noRoom } from '../errors/errors.ts';
import { multipartTexts } from '../errors/http-texts.ts';
import type { ReceivedBytes } from './received-bytes.ts';

export type ReceivedFile = {
  field: string;
  path: string;
  originalName: string;
  bytes: number;
  kind: FileRule['kind'];
  /** The SHA-256 of the content, for calls with an `Idempotency-Key`. */
  sha256: string | null;
};

export type MultipartBody = { fields: Record<string, unknown>; files: ReceivedFile[]; discard(): Promise<void> };

const MAX_FIELDS = 60;
const MAX_FIELD_BYTES = 64 * 1024;
/** Enough for a name in any file system. The end of a longer name is kept, because it holds the extension. */
const MAX_NAME = 1_024;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const earlier = fields[name];
  if (earlier === undefined) fields[name] = value;
  else fields[name] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
}

function ruleOf(rules: readonly FileRule[], field: string): FileRule {
  const rule = rules.find((candidate) => candidate.fields.includes(field));
  if (!rule) throw new AppError(422, english(multipartTexts.fileField, { field: field.slice(0, 60) }));
  return rule;
}

const cutOff = (): AppError => new AppError(400, multipartTexts.cutOff);

/** Returns a signal that aborts when the sender of a request hangs up in the middle of it. */
function abortOnHangUp({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!raw.readableEnded) controller.abort(cutOff());
  };
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return controller.signal;
}

type FilePart = {
  fieldname: string;
  filename?: string;
  file: NodeJS.ReadableStream & { truncated?: boolean };
};

function requireFewer({ maxFiles, fields }: FileRule, files: readonly ReceivedFile[]): void {
  if (files.filter((file) => fields.includes(file.field)).length < maxFiles) return;
  throw new AppError(413, english(multipartTexts.manyFiles, { max: maxFiles }));
}

type Written = { received: ReceivedBytes; hash: Hash | null; signal: AbortSignal };

async function* counted(from: AsyncIterable<Buffer>, { received, hash }: Written): AsyncGenerator<Buffer> {
  for await (const chunk of from) {
    received.add(chunk.length);
    hash?.update(chunk);
    yield chunk;
  }
}

/** Writes a stream to `target`; settles only when the file handle is closed. */
async function write(from: NodeJS.ReadableStream, target: string, written: Written): Promise<number> {
  const stream = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  try {
    await pipeline(from, (chunks: AsyncIterable<Buffer>) => counted(chunks, written), stream, {
      signal: written.signal,
    });
    return stream.bytesWritten;
  } finally {
    await closed;
  }
}

function limitsOf(rules: readonly FileRule[]) {
  return {
    fieldNameSize: 100,
    fileSize: Math.max(1, ...rules.map((rule) => rule.maxBytes)),
    files: rules.reduce((sum, rule) => sum + rule.maxFiles, 0) + 1,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    headerPairs: 40,
  };
}

type Place = { folder: string; received: ReceivedBytes };

/** The files of a request so far; `paths` has unfinished ones, too. */
type Receiving = Place & { rules: readonly FileRule[]; keyed: boolean; files: ReceivedFile[]; paths: string[] };

/** Writes one file into the folder. Throws a 413, 415 or 422 for a file that the rules do not accept. */
async function receiveFile(
  { rules, folder, received, keyed, files, paths }: Receiving,
  part: FilePart,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const rule = ruleOf(rules, part.fieldname);
  requireFewer(rule, files);
  const target = path.join(folder, randomUUID());
  paths.push(target);
  const hash = keyed ? createHash('sha256') : null;
  const bytes = await write(part.file, target, { received, hash, signal });
  if (part.file.truncated || bytes > rule.maxBytes)
    throw new AppError(413, english(multipartTexts.largeFile, { size: megabytes(rule.maxBytes) }));
  if (bytes === 0) throw new AppError(415, uploadMessages.empty);
  const originalName = path.basename((part.filename ?? '').slice(-MAX_NAME));
  const sha256 = hash?.digest('hex') ?? null;
  files.push({ field: part.fieldname, path: target, originalName, bytes, kind: rule.kind, sha256 });
}

/** Parses a multipart request: fields as text (repeated ones as arrays), files into a folder. */
export async function readMultipart(
  request: FastifyRequest,
  rules: readonly FileRule[],
  place: Place,
): Promise<MultipartBody> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const keyed = request.headers['idempotency-key'] !== undefined;
  const all: Receiving = { ...place, rules, keyed, files: [], paths: [] };
  const signal = abortOnHangUp(request);
  let receiving: Promise<unknown> = Promise.resolve();
  const discard = async (): Promise<void> => {
    await Promise.all(all.paths.splice(0).map((file) => rm(file, { force: true })));
    place.received.release();
  };
  const readParts = async (): Promise<void> => {
    for await (const part of request.parts({ limits: limitsOf(rules) })) {
      if (part.type === 'file') await (receiving = receiveFile(all, part, signal));
      else if (part.fieldname === '__proto__') continue;
      else if (part.valueTruncated)
        throw new AppError(413, english(multipartTexts.longField, { field: part.fieldname.slice(0, 60) }));
      else addField(fields, part.fieldname, part.value);
    }
  };
  try {
    // The parser of parts would receive the compressed bytes.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError(415);
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    // The parts of an interrupted request may never end.
    await Promise.race([readParts(), rejectOn(signal)]);
  } catch (error) {
    // Drains the rest of the body, so that a hang-up is noticed.
    request.raw.unpipe().resume();
    await receiving.catch(() => undefined);
    await discard();
    throw multipartError(error);
  }
  return { fields, files: all.files, discard };
}

function rejectOn(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return promise;
}

function multipartError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = errorCode(error) ?? '';
  if (/FILES_LIMIT/.test(code)) return new AppError(413, uploadMessages.tooManyFiles);
  if (/FIELDS_LIMIT|PARTS_LIMIT/.test(code))
    return new AppError(413, english(multipartTexts.manyFields, { max: MAX_FIELDS }));
  if (/ENOSPC|EDQUOT/.test(code)) return noRoom();
  if (/^E[A-Z]+$/.test(code) && !/ECONNRESET|EPIPE/.test(code)) return error;
  return cutOff();
}
