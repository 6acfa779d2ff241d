import { defineMessages } from '@afterhours/contract/base/message';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import { useEffect, useRef, useState } from 'react';
import { findImageProblem } from '#lib/image-problem.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('profile.chosenPicture', {
  unreadable: 'This browser cannot open pictures of this kind. Please choose a JPEG or PNG.',
});

/** The types that every browser shows. A photo in another one, such as HEIC, need not be damaged if it is not shown. */
const SHOWN_EVERYWHERE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

type Chosen = {
  /** The object URL of the chosen file; null if there is none. */
  src: string | null;
  /** Width divided by height, once the browser has loaded the picture. */
  ratio: number | null;
  type: string;
  error?: string;
};

const nothing: Chosen = { src: null, ratio: null, type: '' };

/** Returns what a chosen file changes: a rejected one does not replace the previous one. */
function accept(file: File): (current: Chosen) => Chosen {
  const error = findImageProblem(file);
  if (error) return (current) => ({ ...current, error });
  const chosen = { src: URL.createObjectURL(file), ratio: null, type: file.type };
  return () => chosen;
}

/** A picture that was chosen, dropped or pasted but not sent yet. `first` was chosen before the dialog opened. */
export function useChosenPicture(first: File | undefined) {
  const [chosen, setChosen] = useState(() => (first ? accept(first)(nothing) : nothing));
  const { src } = chosen;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = src;
    return () => {
      shown.current = null;
      // During development, StrictMode ends this effect and starts it again, and the picture is still shown.
      setTimeout(() => {
        if (src !== null && shown.current !== src) URL.revokeObjectURL(src);
      });
    };
  }, [src]);
  const refuse = (error: string) => setChosen((current) => ({ ...current, error }));
  return {
    ...chosen,
    refuse,
    choose: (file: File) => setChosen(accept(file)),
    loaded: (picture: HTMLImageElement) =>
      setChosen((current) => ({ ...current, ratio: picture.naturalWidth / picture.naturalHeight })),
    broken: () =>
      setChosen(({ type }) => ({
        ...nothing,
        error: t(SHOWN_EVERYWHERE.has(type) ? uploadMessages.broken : texts.unreadable),
      })),
  };
}
