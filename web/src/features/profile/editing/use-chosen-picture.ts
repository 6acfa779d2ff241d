import { MAX_IMAGE_BYTES, uploadMessages } from '@afterhours/contract/constants/uploads';
import { useEffect, useState } from 'react';
import { t } from '#lib/text/translate.ts';

type Chosen = {
  /** The object URL of the chosen file; null if there is none. */
  src: string | null;
  /** Width divided by height, once the browser has loaded the picture. */
  ratio: number | null;
  error?: string;
};

const nothing: Chosen = { src: null, ratio: null };

function findFault(file: File): string | undefined {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return t(uploadMessages.notAnImage);
  return file.size > MAX_IMAGE_BYTES ? t(uploadMessages.imageTooLarge) : undefined;
}

/** A picture that was chosen, dropped or pasted but not sent yet. A rejected file does not replace the previous one. */
export function useChosenPicture() {
  const [chosen, setChosen] = useState(nothing);
  const { src } = chosen;
  useEffect(() => {
    if (!src) return undefined;
    return () => URL.revokeObjectURL(src);
  }, [src]);
  const refuse = (error: string) => setChosen((current) => ({ ...current, error }));
  return {
    ...chosen,
    refuse,
    choose: (file: File) => {
      const error = findFault(file);
      if (error) refuse(error);
      else setChosen({ src: URL.createObjectURL(file), ratio: null });
    },
    loaded: (picture: HTMLImageElement) =>
      setChosen((current) => ({ ...current, ratio: picture.naturalWidth / picture.naturalHeight })),
    broken: () => setChosen({ ...nothing, error: t(uploadMessages.broken) }),
  };
}
