/**
 * Multipart bodies. Files are streamed into a temporary folder, never held whole in memory; whatever happens
 * afterwards, `discard` removes what nobody has taken.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileRule } from '@afterhours/contract/route';
import { uploadMessages } from '@afterhours/contract/uploads';
import type { FastifyRequest } from 'fastify';
import { AppError, noRoom } from './errors.ts';

export type ReceivedFile = { field: string; path: string; originalName: string; bytes: number; kind: FileRule['kind'] };

export type MultipartBody = { fields: Record<string, unknown>; files: ReceivedFile[]; discard(): Promise<void> };

const MAX_FIELDS = 60;
const MAX_FIELD_BYTES = 64 * 1024;
/** Enough for the name of any file system; the ending stands last. */
const MAX_NAME = 1_024;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const held = fields[name];
  if (held === undefined) fields[name] = value;
  else fields[name] = Array.isArray(held) ? [...held, value] : [held, value];
}

function ruleOf(rules: readonly FileRule[], field: string): FileRule {
  const rule = rules.find((candidate) => candidate.fields.includes(field));
  if (!rule) throw new AppError(422, `Files are not taken in the field '${field.slice(0, 60)}'.`);
  return rule;
}

/** Reads a multipart request whole: fields as text (repeated ones as arrays), files into `folder`. */
export async function readMultipart(
  request: FastifyRequest,
  rules: readonly FileRule[],
  folder: string,
): Promise<MultipartBody> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const files: ReceivedFile[] = [];
  const written: string[] = [];
  const discard = async (): Promise<void> => {
    await Promise.all(written.map((file) => rm(file, { force: true })));
  };
  const receive = async (part: {
    fieldname: string;
    filename?: string;
    file: NodeJS.ReadableStream & { truncated?: boolean };
  }): Promise<void> => {
    const rule = ruleOf(rules, part.fieldname);
    if (files.filter((file) => rule.fields.includes(file.field)).length >= rule.maxFiles) {
      throw new AppError(
        413,
        rule.maxFiles === 1 ? 'Please send one file.' : `Please choose at most ${rule.maxFiles} files.`,
      );
    }
    const target = path.join(folder, randomUUID());
    written.push(target);
    const stream = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await pipeline(part.file, stream);
    if (part.file.truncated || stream.bytesWritten > rule.maxBytes)
      throw new AppError(413, `Each file may have at most ${megabytes(rule.maxBytes)}.`);
    files.push({
      field: part.fieldname,
      path: target,
      originalName: path.basename((part.filename ?? '').slice(-MAX_NAME)),
      bytes: stream.bytesWritten,
      kind: rule.kind,
    });
  };
  try {
    await mkdir(folder, { recursive: true });
    const maxBytes = Math.max(1, ...rules.map((rule) => rule.maxBytes));
    const maxFiles = rules.reduce((sum, rule) => sum + rule.maxFiles, 0);
    const limits = {
      fieldNameSize: 100,
      fileSize: maxBytes,
      files: maxFiles + 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      headerPairs: 40,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await receive(part);
      else if (part.fieldname === '__proto__') continue;
      else if (part.valueTruncated) throw new AppError(413, `The field '${part.fieldname.slice(0, 60)}' is too long.`);
      else addField(fields, part.fieldname, part.value);
    }
  } catch (error) {
    await discard();
    throw multipartError(error);
  }
  return { fields, files, discard };
}

function multipartError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/FILES_LIMIT|FIELDS_LIMIT|PARTS_LIMIT/.test(code)) return new AppError(413, uploadMessages.tooManyFiles);
  if (/ENOSPC|EDQUOT/.test(code)) return noRoom();
  if (/^E[A-Z]+$/.test(code) && !/ECONNRESET|EPIPE/.test(code)) return error;
  return new AppError(400, 'The upload was cut off or could not be read. Please send it again.');
}
