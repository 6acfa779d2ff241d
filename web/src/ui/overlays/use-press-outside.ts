import { type RefObject, useEffect } from 'react';

type ElementRef = RefObject<HTMLElement | null>;

/** Calls `onPress` on a click outside a floating panel and the button that opened it. */
export function usePressOutside(active: boolean, trigger: ElementRef, panel: ElementRef, onPress: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const outside = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !trigger.current?.contains(target)) onPress();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
    // The callback only sets state.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [active, trigger, panel]);
}
