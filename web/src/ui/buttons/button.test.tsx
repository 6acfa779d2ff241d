import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

it('A button that is disabled while it has the focus keeps it, and ignores clicks', async () => {
  const click = vi.fn();
  const { rerender } = render(<Button onClick={click}>Revoke</Button>);
  const button = screen.getByRole('button', { name: 'Revoke' });
  button.focus();
  rerender(
    <Button disabled onClick={click}>
      Revoke
    </Button>,
  );
  // Browsers take the focus from an element with this attribute.
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(button.ariaDisabled).toBe('true');
  await userEvent.click(button);
  expect(click).not.toHaveBeenCalled();
});

it('A disabled button that submits a form does not submit it on Enter either', async () => {
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" disabled>
        Save
      </Button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Ana{Enter}');
  expect(submit).not.toHaveBeenCalled();
});
