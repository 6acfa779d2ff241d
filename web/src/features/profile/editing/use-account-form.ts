import { type UpdateProfileBody, updateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { saveProfile } from '../profile-commands.ts';

/**
 * Once one of these was changed, all fields are validated and saved. Other fields are saved without them, because a
 * member from an older version, or from an identity provider, may not have filled them in.
 */
const required: readonly string[] = [
  'firstName',
  'lastName',
  'phone',
  'dob',
  'gender',
  'country',
] satisfies (keyof UpdateProfileBody)[];

/**
 * Returns the values to validate and send. A stored country that is not in the list, from an older version, is accepted
 * until it is changed.
 */
function toInput<Values extends Record<string, string>>(values: Values, initial: Values): Partial<Values> {
  const changed = Object.keys(values).filter((name) => values[name] !== initial[name]);
  const alone = changed.length > 0 && !changed.some((name) => required.includes(name));
  const left = (name: string): boolean =>
    alone ? changed.includes(name) : name !== 'country' || !initial[name] || changed.includes(name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => left(name))) as Partial<Values>;
}

/** A form for fields of the viewer's own account; it closes its dialog once they are saved. */
export function useAccountForm<Values extends Record<string, string>>(initial: Values, onClose: () => void) {
  const dispatch = useAppDispatch();
  return useForm({
    initial,
    schema: updateProfileBody,
    toInput: (values) => toInput(values, initial),
    submit: async (body) => {
      const failed = await dispatch(saveProfile(body));
      if (!failed) onClose();
      return failed;
    },
  });
}
