import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';

type Openable = { open: boolean; onClose: () => void };

const partMessage = 'This could not be loaded. Check your connection and try again.';

/** A stylesheet that did not arrive is not asked for again by itself, and the part would be drawn without it. */
async function mendStyles(): Promise<void> {
  const broken = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    (link) => !link.sheet,
  );
  const asked = broken.map(
    (link) =>
      new Promise((resolve, reject) => {
        const again = link.cloneNode() as HTMLLinkElement;
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error(`No stylesheet at ${link.href}`)));
        link.replaceWith(again);
      }),
  );
  await Promise.all(asked);
}

/**
 * A dialog whose code is loaded when it is first opened. If that fails, a toast says so and the dialog counts as closed;
 * opened again, it is asked for again. The page around it never notices.
 */
export function lazyPart<Props extends Openable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  let failedBefore = false;
  const start = async (): Promise<ComponentType<Props>> => {
    try {
      if (failedBefore) await mendStyles();
      loaded = await load();
      return loaded;
    } catch (error) {
      failedBefore = true;
      throw error;
    }
  };
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const { open, onClose } = props;
    const close = useRef(onClose);
    useEffect(() => {
      close.current = onClose;
    });
    useEffect(() => {
      if (!open || Part) return undefined;
      let left = false;
      start().then(
        (part) => left || setPart(() => part),
        () => {
          if (left) return;
          toast.error(partMessage, { position: 'bottom-left', id: partMessage });
          close.current();
        },
      );
      return () => {
        left = true;
      };
    }, [open, Part]);
    return Part && <Part {...props} />;
  };
}
