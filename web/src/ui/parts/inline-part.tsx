import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPartLoader } from '#lib/parts/load-part.ts';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { partTexts } from './part-texts.ts';

/** Wraps a part of a page: shows `waiting` until its code is loaded, or an error with a retry if loading fails. */
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
    return <ErrorState message={t(partTexts.failed)} onRetry={retry} retrying={status === 'retrying'} />;
  };
}
