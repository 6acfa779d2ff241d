import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { focusStandIn } from '#lib/focus/lost-focus.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

/** The button that was pressed is far below. What somebody is writing keeps the focus. */
function takeFocus(place: HTMLElement | null): () => void {
  if (!document.activeElement?.matches('input, select, textarea')) focusStandIn(place);
  return passFocusOn(place);
}

/** The error that what was saved could not be loaded again. */
export function ReloadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div ref={takeFocus} tabIndex={-1}>
      <ErrorState message={message} onRetry={onRetry} />
    </div>
  );
}
