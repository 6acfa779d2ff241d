import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { createPartLoader } from '#lib/load-part.ts';
import { ErrorState } from './error-state.tsx';

type Openable = { open: boolean; onClose: () => void };

const partMessage = 'This could not be loaded. Check your connection and try again.';

/**
 * A dialog whose code is loaded when it is first opened. If that fails, a toast says so and the dialog counts as closed;
 * opened again, it is requested again. The page around it never notices.
 */
export function lazyPart<Props extends Openable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const start = createPartLoader(async () => {
    loaded = await load();
    return loaded;
  });
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

/** A part in the middle of a page, with `waiting` in its place until it is loaded, or a message and a way to try again. */
export function inlinePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const start = createPartLoader(async () => {
    loaded = await load();
    return loaded;
  });
  return function InlinePart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [status, setStatus] = useState<'loading' | 'retrying' | 'failed'>('loading');
    const request = useCallback(async () => {
      try {
        const part = await start();
        setPart(() => part);
      } catch {
        setStatus('failed');
      }
    }, []);
    useEffect(() => {
      if (!Part) void request();
    }, [Part, request]);
    if (Part) return <Part {...props} />;
    if (status === 'loading') return waiting;
    const retry = () => {
      setStatus('retrying');
      void request();
    };
    return <ErrorState message={partMessage} onRetry={retry} retrying={status === 'retrying'} />;
  };
}
