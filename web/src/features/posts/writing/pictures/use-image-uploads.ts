/**
 * The pictures of a post that is being written: each is uploaded separately, and can be cancelled, retried and
 * described.
 */
import { MAX_POST_FILES, uploadMessages } from '@afterhours/contract/constants/uploads';
import type { uploadPostFiles } from '@afterhours/contract/uploads';
import { nanoid } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/client.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { findImageProblem } from '#lib/image-problem.ts';
import { t } from '#lib/text/translate.ts';

export type ComposerImage = {
  key: string;
  name: string;
  alt: string;
  status: 'uploading' | 'done' | 'failed';
  /** The share that is uploaded, 0 to 1. */
  progress: number;
  message?: string;
  /**
   * True if the upload failed on the way, so that a retry may succeed. A file that the server rejects is rejected
   * again.
   */
  retryable?: boolean;
  /** The server's name for it, once it is uploaded. */
  filename?: string;
  preview: string;
  /** The id of its attachment, if the post already had it. */
  attachmentId?: string;
};

/** The part of a picture that survives a reload. */
export type KeptImage = Pick<ComposerImage, 'key' | 'name' | 'alt' | 'filename' | 'preview' | 'attachmentId'>;

type Running = { file: File; abort: AbortController };

const toImages = (kept: KeptImage[]): ComposerImage[] =>
  kept.map((image) => ({ ...image, status: 'done', progress: 1 }));

/** Returns the pictures that survive a reload: the uploaded ones. */
export const toKept = (images: ComposerImage[]): KeptImage[] =>
  images.flatMap(({ key, name, alt, filename, preview, status, attachmentId }) =>
    status === 'done' ? [{ key, name, alt, filename, preview, ...(attachmentId ? { attachmentId } : {}) }] : [],
  );

type Change = (key: string, changes: Partial<ComposerImage>) => void;

/** Uploads pictures, each separately; `abort` cancels one, `abortAll` cancels all. */
function useUploading(change: Change) {
  const running = useRef(new Map<string, Running>());
  const send = useCallback(
    async (key: string, file: File) => {
      const abort = new AbortController();
      running.current.set(key, { file, abort });
      change(key, { status: 'uploading', progress: 0, message: undefined });
      const response = await call<typeof uploadPostFiles>('POST', '/post/uploadFile', {
        body: { folder: 'demo' },
        files: [{ field: 'file', file }],
        signal: abort.signal,
        onProgress: (progress) => change(key, { progress }),
      });
      const stored = response.ok ? response.body.files[0] : undefined;
      if (stored) change(key, { status: 'done', progress: 1, filename: stored.filename, preview: stored.url });
      else if (response.ok) change(key, { status: 'failed', message: t(uploadMessages.broken), preview: '' });
      else {
        const retryable = isTemporary(response.status);
        change(key, { status: 'failed', message: response.message, retryable, ...(retryable ? {} : { preview: '' }) });
      }
    },
    [change],
  );
  const abort = (key: string) => {
    running.current.get(key)?.abort.abort();
    running.current.delete(key);
  };
  const abortAll = useCallback(() => {
    for (const { abort: controller } of running.current.values()) controller.abort();
    running.current.clear();
  }, []);
  useEffect(() => abortAll, [abortAll]);
  const retry = (key: string) => {
    const file = running.current.get(key)?.file;
    if (file) void send(key, file);
  };
  return { send, abort, abortAll, retry };
}

type NewImage = { file: File; key: string; refused: string | undefined };

const toNew = (file: File): NewImage => ({ file, key: nanoid(), refused: findImageProblem(file) });

const toImage = ({ file, key, refused }: NewImage): ComposerImage => ({
  key,
  name: file.name,
  alt: '',
  status: refused ? 'failed' : 'uploading',
  progress: 0,
  preview: refused ? '' : URL.createObjectURL(file),
  ...(refused ? { message: refused } : {}),
});

/** Returns the pictures with one of them moved. */
function withMoved(images: ComposerImage[], key: string, to: number): ComposerImage[] {
  const moved = images.find((image) => image.key === key);
  if (!moved || to < 0 || to >= images.length) return images;
  return images.filter((image) => image.key !== key).toSpliced(to, 0, moved);
}

/** Starts with the pictures of the draft or the post. */
export function useImageUploads(kept: KeptImage[]) {
  const [images, setImages] = useState<ComposerImage[]>(() => toImages(kept));
  const [notice, setNotice] = useState<string>();
  const change = useCallback<Change>((key, changes) => {
    setImages((present) => present.map((image) => (image.key === key ? { ...image, ...changes } : image)));
  }, []);
  const { send, abort, abortAll, retry } = useUploading(change);

  const add = (files: Iterable<File>) => {
    const chosen = [...files];
    const room = MAX_POST_FILES - images.length;
    setNotice(chosen.length > room ? t(uploadMessages.tooManyFiles) : undefined);
    const entries = chosen.slice(0, Math.max(0, room)).map(toNew);
    setImages((present) => [...present, ...entries.map(toImage)]);
    for (const { file, key, refused } of entries) if (!refused) void send(key, file);
  };

  const remove = (key: string) => {
    abort(key);
    setImages((present) => present.filter((image) => image.key !== key));
    setNotice(undefined);
  };

  const move = (key: string, to: number) => setImages((present) => withMoved(present, key, to));

  const failed = images.filter((image) => image.status === 'failed');
  const retryFailed = () => {
    for (const { key, retryable } of failed) if (retryable) retry(key);
  };

  const reset = (next: KeptImage[]) => {
    abortAll();
    setImages(toImages(next));
    setNotice(undefined);
  };

  return {
    images,
    notice,
    busy: images.some((image) => image.status === 'uploading'),
    failed,
    add,
    remove,
    move,
    retry,
    retryFailed,
    reset,
    setAlt: (key: string, alt: string) => change(key, { alt }),
  };
}
