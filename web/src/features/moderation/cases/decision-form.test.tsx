import type { StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { buildCaseDetail } from '#testing/build-cases.ts';
import { renderAt } from '#testing/render-app.tsx';
import { DecisionForm } from './decision-form.tsx';

function show(more: object = {}) {
  const of = buildCaseDetail(701, more) as unknown as StaffCaseDetail;
  const never = async () => undefined;
  return renderAt('/moderation', () => <DecisionForm of={of} decide={never} reverse={never} />);
}

it('A moderator reads that without an action nobody but staff reads the statement', async () => {
  const { user } = show();
  expect(await screen.findByText(/the member is not notified/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '2 Warn' }));
  expect(screen.getByText(/They will see it with the rule and the facts, and can appeal/)).toBeTruthy();
});

it('Of a member, only the pictures can be hidden', async () => {
  show();
  expect(await screen.findByRole('radio', { name: '3 Hide the pictures' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /Remove/ })).toBeNull();
});

it('A message can be hidden, from both members of its chat, but not labelled', async () => {
  const { user } = show({ subject: { kind: 'message', _id: idOf(900) } });
  await user.click(await screen.findByRole('radio', { name: '3 Hide' }));
  expect(screen.getByText(/disappear from the chat of both members/)).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /Label/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: '5 Suspend' }));
  expect(screen.queryByText(/disappear from the chat of both members/)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Hide what was reported, too' }));
  expect(screen.getByText(/disappear from the chat of both members/)).toBeTruthy();
});

it('A moderator reads what hiding or removing a webinar means for those who have paid', async () => {
  const { user } = show({ subject: { kind: 'webinar', _id: idOf(900) } });
  await user.click(await screen.findByRole('radio', { name: '3 Hide' }));
  expect(
    screen.getByText(/still hidden when it begins, or after 30 days if it has no start, payments are refunded/),
  ).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '4 Remove' }));
  expect(screen.getByText(/are refunded, and everyone with a seat is notified/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '2 Warn' }));
  expect(screen.queryByText(/refunded/)).toBeNull();
  await user.click(screen.getByRole('radio', { name: '6 Ban' }));
  expect(screen.getByText(/are refunded, and everyone with a seat is notified/)).toBeTruthy();
});

it('The statement on an appeal does not promise another appeal', async () => {
  const { user } = show({ subject: { kind: 'appeal', _id: idOf(900) } });
  expect(await screen.findByText('They will see it with the facts.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '2 Reverse the decision' }));
  expect(screen.getByText('They will see it.')).toBeTruthy();
});
