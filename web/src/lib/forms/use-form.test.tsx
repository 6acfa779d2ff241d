import { loginBody } from '@afterhours/contract/account/sign-in';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { CallFailure } from '../api/client.ts';
import { useForm } from './use-form.ts';

function Form({ submit }: { submit: () => Promise<CallFailure | undefined> }) {
  const { form, field, errors, message, onSubmit } = useForm({
    initial: { email: '', password: '', invitation: 'used up' },
    schema: loginBody,
    submit,
  });
  const plain = (name: 'email' | 'password') => {
    const { value, onChange, onBlur } = field(name);
    return { name, value, onChange, onBlur };
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <p>{message}</p>
      <input aria-label="Email" {...plain('email')} />
      <p>{errors.email}</p>
      <input aria-label="Password" type="password" {...plain('password')} />
      <button type="submit">Send</button>
    </form>
  );
}

describe('A form', () => {
  it('shows no error while a field is first filled in, and removes one as soon as it no longer applies', async () => {
    const user = userEvent.setup();
    render(<Form submit={async () => undefined} />);
    await user.type(screen.getByLabelText('Email'), 'ana');
    expect(screen.queryByText('Invalid email address.')).toBeNull();
    await user.tab();
    expect(screen.getByText('Invalid email address.')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), '@example.com');
    expect(screen.queryByText('Invalid email address.')).toBeNull();
  });
  it('does not shift while the pointer that left a field is still down', async () => {
    render(<Form submit={async () => undefined} />);
    const email = screen.getByLabelText('Email');
    fireEvent.change(email, { target: { value: 'ana' } });
    fireEvent.pointerDown(screen.getByRole('button'));
    fireEvent.blur(email);
    expect(screen.queryByText('Invalid email address.')).toBeNull();
    fireEvent.pointerUp(screen.getByRole('button'));
    expect(await screen.findByText('Invalid email address.')).toBeTruthy();
  });
  it('is submitted with the parsed values', async () => {
    const user = userEvent.setup();
    const submit = vi.fn(async () => undefined);
    render(<Form submit={submit} />);
    await user.type(screen.getByLabelText('Email'), ' ANA@example.com ');
    await user.type(screen.getByLabelText('Password'), 'x{Enter}');
    expect(submit).toHaveBeenCalledWith({ email: 'ana@example.com', password: 'x' });
  });
  it('shows errors of values without a field above the fields, and shows no error twice', async () => {
    const user = userEvent.setup();
    const refusedAt = (field: string): CallFailure => {
      const message = `Wrong ${field}.`;
      return { ok: false, status: 422, message, errors: [{ field, message }] };
    };
    const submit = vi.fn<() => Promise<CallFailure>>().mockResolvedValueOnce(refusedAt('invitation'));
    render(<Form submit={submit} />);
    await user.type(screen.getByLabelText('Email'), 'ana@example.com');
    await user.type(screen.getByLabelText('Password'), 'x{Enter}');
    expect(await screen.findByText('Wrong invitation.')).toBeTruthy();
    submit.mockResolvedValueOnce(refusedAt('email'));
    await user.click(screen.getByRole('button'));
    expect(await screen.findAllByText('Wrong email.')).toHaveLength(1);
  });
});
