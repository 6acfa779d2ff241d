import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { isFileGone } from '#lib/parts/load-files.ts';
import { createPartLoader } from '#lib/parts/load-part.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { describeFailure } from './part-texts.ts';

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
    const [failure, setFailure] = useState<unknown>(null);
    const request = useCallback(async () => {
      try {
        const part = await start();
        setPart(() => part);
      } catch (error) {
        setFailure(error);
        setStatus('failed');
      }
    }, []);
    useEffect(() => {
      if (!Part) void request();
    }, [Part, request]);
    if (Part) return <Part {...props} />;
    if (status === 'loading') return waiting;
    const retry = () => {
      if (isFileGone(failure)) return globalThis.location.reload();
      setStatus('retrying');
      void request();
    };
    return <ErrorState message={describeFailure(failure)} onRetry={retry} retrying={status === 'retrying'} />;
  };
}
