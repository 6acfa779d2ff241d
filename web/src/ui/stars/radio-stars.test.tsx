import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Popover } from '../overlays/popover.tsx';
import { RadioStars } from './radio-stars.tsx';
import { StarsAverage } from './stars-average.tsx';

function Example() {
  const [stars, setStars] = useState(2);
  return <RadioStars legend="Rate this post" value={stars} onChange={setStars} />;
}

const chosen = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value;

describe('Star rating buttons', () => {
  it('are a named group of five', () => {
    render(<Example />);
    screen.getByRole('group', { name: 'Rate this post' });
    expect(screen.getAllByRole('radio')).toHaveLength(5);
    screen.getByRole('radio', { name: '1 star' });
  });

  it('are chosen with the pointer at once', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    render(<RadioStars legend="Rate this post" value={2} onChange={onChange} />);
    await user.click(screen.getByRole('radio', { name: '5 stars' }));
    expect(onChange.mock.calls).toEqual([[5]]);
  });

  it.each([
    ['Space', ' '],
    ['Enter', '{Enter}'],
  ])('that arrow keys move over are chosen once, with %s', async (_name, key) => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    render(<RadioStars legend="Rate this post" value={2} onChange={onChange} />);
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(chosen()).toBe('4');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard(key);
    expect(onChange.mock.calls).toEqual([[4]]);
  });

  it('return to the rating on Escape and on blur', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    render(<RadioStars legend="Rate this post" value={2} onChange={onChange} />);
    await user.tab();
    await user.keyboard('{ArrowRight}{Escape}');
    expect(chosen()).toBe('2');
    await user.keyboard('{ArrowRight}{ArrowRight}{Tab}');
    expect(chosen()).toBe('2');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('close their popover on Escape even after arrow keys, and return the focus to the button', async () => {
    const user = userEvent.setup();
    function Panel() {
      const [open, setOpen] = useState(false);
      const trigger = (props: ComponentProps<'button'>) => (
        <button type="button" {...props}>
          Rate
        </button>
      );
      return (
        <Popover label="Rate this post" open={open} onOpenChange={setOpen} renderTrigger={trigger}>
          <RadioStars legend="Rate this post" value={0} onChange={() => undefined} />
        </Popover>
      );
    }
    render(<Panel />);
    await user.click(screen.getByRole('button', { name: 'Rate' }));
    await user.keyboard('{ArrowRight}{ArrowRight}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rate' }));
  });

  it.each([
    ['Space', ' '],
    ['Enter', '{Enter}'],
  ])('choose the first star with %s if there is no rating yet', async (_name, key) => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    render(<RadioStars legend="Rate this post" value={0} onChange={onChange} />);
    await user.tab();
    await user.keyboard(key);
    expect(onChange.mock.calls).toEqual([[1]]);
  });
});

describe('An average rating', () => {
  it('is a sentence for screen readers', () => {
    const { container } = render(<StarsAverage value={4.44} count={1290} />);
    expect(container.textContent).toContain('4.4 of 5 stars, 1,290 ratings');
  });
  it('is one star and a number', () => {
    const { container } = render(<StarsAverage value={3.96} count={5} />);
    expect(container.querySelectorAll('svg')).toHaveLength(1);
    expect(screen.getByText('4.0 (5)')).toBeTruthy();
  });
  it('says when there is no rating', () => {
    const { container } = render(<StarsAverage value={0} count={0} />);
    expect(container.textContent).toContain('Not rated yet');
  });
});
