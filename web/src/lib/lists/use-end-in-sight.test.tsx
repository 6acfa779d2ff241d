import { render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useEndInSight } from './use-end-in-sight.ts';

type Callback = (entries: { isIntersecting: boolean }[]) => void;
const observers: Callback[] = [];

function List({ more, next }: { more: () => void; next: string | boolean | null }) {
  return <div ref={useEndInSight(more, next)} />;
}

function watch() {
  observers.length = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Callback) {
        observers.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
}

afterEach(() => vi.unstubAllGlobals());

describe('The end of a list', () => {
  it('is judged by the last of several observer entries that arrive together', () => {
    watch();
    const more = vi.fn<() => void>();
    render(<List more={more} next="a" />);
    observers[0]?.([{ isIntersecting: true }, { isIntersecting: false }]);
    expect(more).not.toHaveBeenCalled();
    observers[0]?.([{ isIntersecting: false }, { isIntersecting: true }]);
    expect(more).toHaveBeenCalledOnce();
  });

  it('is observed anew for each page, and not while there is no next page', () => {
    watch();
    const more = vi.fn<() => void>();
    const { rerender } = render(<List more={more} next="a" />);
    rerender(<List more={more} next="b" />);
    expect(observers).toHaveLength(2);
    rerender(<List more={more} next={null} />);
    rerender(<List more={more} next={false} />);
    expect(observers).toHaveLength(2);
  });

  it('loads nothing while the focus is in the footer below, which would move out of sight', async () => {
    watch();
    const more = vi.fn<() => void>();
    const { getByRole } = render(
      <>
        <List more={more} next="a" />
        <footer>
          <a href="/terms">Terms</a>
        </footer>
      </>,
    );
    const link = getByRole('link', { name: 'Terms' });
    link.focus();
    observers[0]?.([{ isIntersecting: true }]);
    expect(more).not.toHaveBeenCalled();
    link.blur();
    await vi.waitFor(() => expect(more).toHaveBeenCalledOnce());
  });
});
