/** The files of a message that is being written; like its text, they survive a reload. */
import { defineMessages } from '@afterhours/contract/base/message';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import { nanoid } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readFiles, removeFiles, writeFiles } from '#lib/forms/unsent-files.ts';
import { t } from '#lib/text/translate.ts';
import type { OutboxFile } from '../outbox/outbox-store.ts';
import { fileTypeOf, hasRoom, refusalOf } from './file-rules.ts';
import { announceSentFiles, onFilesSent } from './sent-elsewhere.ts';

const texts = defineMessages('messages.chosen', {
  refused: '{file}: {reason}',
});

export type ChosenFile = { key: string; file: File; about: OutboxFile; preview: string };

/** Measures a picture, to reserve its space while it uploads. Resolves to null if the browser cannot decode it. */
async function measure(preview: string): Promise<{ width: number; height: number } | null> {
  const image = new Image();
  image.src = preview;
  try {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  }
}

function toChosen(file: File): ChosenFile {
  const filetype = fileTypeOf(file);
  return {
    key: nanoid(),
    file,
    about: { name: file.name, type: file.type, size: file.size, filetype, width: null, height: null },
    preview: filetype === 'image' ? URL.createObjectURL(file) : '',
  };
}

/** Returns the files that can be sent, and a notice about the first that cannot. */
function acceptFiles(latest: readonly ChosenFile[], files: Iterable<File>) {
  const taken: ChosenFile[] = [];
  let notice: string | undefined;
  for (const file of files) {
    const refused = refusalOf(file);
    const types = [...latest, ...taken].map(({ about }) => about.filetype);
    const full = hasRoom(types, fileTypeOf(file)) ? undefined : t(uploadMessages.tooManyFiles);
    notice ??= refused ? t(texts.refused, { file: file.name, reason: refused }) : full;
    if (!refused && !full) taken.push(toChosen(file));
  }
  return { taken, notice };
}

const release = (files: readonly ChosenFile[]) => {
  for (const { preview } of files) if (preview) URL.revokeObjectURL(preview);
};

/**
 * The list of files, stored in the browser under `name` until they are sent. Those of messages that are being stored
 * are not shown.
 */
function useStoredFiles(name: string) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const latest = useRef<ChosenFile[]>([]);
  const storing = useRef(new Set<string>());

  const listAll = useCallback(() => latest.current, []);
  const listShown = useCallback(() => latest.current.filter(({ key }) => !storing.current.has(key)), []);
  const set = useCallback(
    (next: ChosenFile[]) => {
      latest.current = next;
      setFiles(listShown());
      const kept = next.map(({ file }) => file);
      void (kept.length > 0 ? writeFiles(name, kept) : removeFiles(name));
    },
    [name, listShown],
  );
  const setStoring = (sent: readonly ChosenFile[], isStoring: boolean) => {
    for (const { key } of sent) storing.current[isStoring ? 'add' : 'delete'](key);
    setFiles(listShown());
  };
  const releaseAll = useCallback(() => release(latest.current), []);
  return { files, listAll, listShown, set, setStoring, releaseAll };
}

type RemoveWhere = (isGone: (one: ChosenFile) => boolean) => void;
type SetStoring = (sent: readonly ChosenFile[], isStoring: boolean) => void;

function useSending(name: string, removeWhere: RemoveWhere, setStoring: SetStoring) {
  useEffect(() => onFilesSent(name, (isSent) => removeWhere(({ file }) => isSent(file))), [name, removeWhere]);

  /** Hides the files of a message that is being stored. */
  const begin = (sent: readonly ChosenFile[]) => setStoring(sent, true);
  /** Removes the files of a message that was stored, also in other tabs. Shows those of one that was not. */
  const end = (sent: readonly ChosenFile[], isStored: boolean) => {
    const sentFiles = new Set(sent.map(({ file }) => file));
    if (isStored) {
      announceSentFiles(name, [...sentFiles]);
      removeWhere(({ file }) => sentFiles.has(file));
    }
    setStoring(sent, false);
  };
  return { begin, end };
}

/** `name` is the key under which the files are stored until they are sent. */
export function useChosenFiles(name: string) {
  const [notice, setNotice] = useState<string>();
  const { files, listAll, listShown, set, setStoring, releaseAll } = useStoredFiles(name);
  const add = useCallback(
    (added: Iterable<File>) => {
      const { taken, notice } = acceptFiles(listShown(), added);
      setNotice(notice);
      if (taken.length > 0) set([...listAll(), ...taken]);
      for (const { key, preview } of taken) {
        if (!preview) continue;
        void measure(preview).then((size) => {
          if (size) set(listAll().map((one) => (one.key === key ? { ...one, about: { ...one.about, ...size } } : one)));
        });
      }
    },
    [listAll, listShown, set],
  );
  useEffect(() => {
    let left = false;
    void readFiles(name).then((kept) => {
      if (!left && kept.length > 0 && listAll().length === 0) add(kept);
    });
    return () => {
      left = true;
      releaseAll();
    };
  }, [name, listAll, add, releaseAll]);

  const removeWhere = useCallback(
    (isGone: (one: ChosenFile) => boolean) => {
      release(listAll().filter(isGone));
      setNotice(undefined);
      set(listAll().filter((one) => !isGone(one)));
    },
    [listAll, set],
  );
  const remove = (key: string) => removeWhere((one) => one.key === key);
  return { files, notice, add, remove, ...useSending(name, removeWhere, setStoring) };
}
