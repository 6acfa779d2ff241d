import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { useChosenRow } from './use-chosen-row.ts';

function Page() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [, choose] = useChosenRow('row');
  const steps = {
    one: () => choose(idOf(1)),
    other: () => choose(idOf(2)),
    list: () => choose(undefined),
    back: () => void navigate(-1),
    forward: () => void navigate(1),
  };
  return (
    <>
      <output>{pathname + search}</output>
      {Object.entries(steps).map(([name, act]) => (
        <button key={name} type="button" onClick={act}>
          {name}
        </button>
      ))}
    </>
  );
}

function show(at: string) {
  render(
    <MemoryRouter initialEntries={['/home', at]}>
      <Page />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  return async (step: string) => {
    await user.click(screen.getByRole('button', { name: step }));
    return screen.getByRole('status').textContent;
  };
}

it('Back leads from the last of several rows to the list, and from there to the page before', async () => {
  const step = show('/list?state=closed');
  expect(await step('one')).toBe(`/list?state=closed&row=${idOf(1)}`);
  expect(await step('other')).toBe(`/list?state=closed&row=${idOf(2)}`);
  expect(await step('back')).toBe('/list?state=closed');
  expect(await step('forward')).toBe(`/list?state=closed&row=${idOf(2)}`);
  expect(await step('list')).toBe('/list?state=closed');
  expect(await step('forward')).toBe(`/list?state=closed&row=${idOf(2)}`);
  expect(await step('list')).toBe('/list?state=closed');
  expect(await step('back')).toBe('/home');
});

it('Back leads from a row that a link has opened to the page with the link', async () => {
  const step = show(`/list?row=${idOf(1)}`);
  await step('other');
  expect(await step('back')).toBe('/home');
  expect(await step('forward')).toBe(`/list?row=${idOf(2)}`);
  expect(await step('list')).toBe('/list');
  expect(await step('back')).toBe('/home');
});
