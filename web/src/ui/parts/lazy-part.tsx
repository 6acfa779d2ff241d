import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { createPartLoader } from '#lib/parts/load-part.ts';
import { showPartFailed } from './part-failed.ts';
import { describeFailure } from './part-texts.ts';

type Openable = { open: boolean; onClose: () => void };

type LazyPartOptions = {
  /** For parts that open without a click, such as an offer: no message is shown if loading fails. */
  opensByItself?: boolean;
};

/**
 * Wraps a dialog whose code is loaded when it is first opened. If loading fails, a toast says so and the dialog is
 * closed; opening it again retries. The surrounding page is not affected.
 */
export function lazyPart<Props extends Openable>(
  load: () => Promise<ComponentType<Props>>,
  { opensByItself = false }: LazyPartOptions = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const start = createPartLoader(async () => {
    loaded = await load();
    return loaded;
  });
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const { open, onClose } = props;
    const close = useEffectEvent(onClose);
    useEffect(() => {
      if (!open || Part) return undefined;
      let cancelled = false;
      start().then(
        (part) => cancelled || setPart(() => part),
        (error: unknown) => {
          if (cancelled) return;
          if (!opensByItself) showPartFailed(describeFailure(error));
          close();
        },
      );
      return () => {
        cancelled = true;
      };
    }, [open, Part]);
    return Part && <Part {...props} />;
  };
}
