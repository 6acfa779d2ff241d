import { updateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { saveProfile } from '../profile-commands.ts';

/** If only these fields were changed, they are saved without the others, which then need not be filled in. */
const independent = new Set(['profession', 'intro_details', 'username']);

/**
 * Returns the values to validate and send. A stored country that is not in the list, from an older version, is accepted
 * until it is changed.
 */
function toInput<Values extends Record<string, string>>(values: Values, initial: Values): Partial<Values> {
  const changed = Object.keys(values).filter((name) => values[name] !== initial[name]);
  const alone = changed.length > 0 && changed.every((name) => independent.has(name));
  const left = (name: string): boolean =>
    alone ? changed.includes(name) : name !== 'country' || !initial[name] || changed.includes(name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => left(name))) as Partial<Values>;
}

/** A form for fields of the viewer's own account; it closes its dialog once they are saved. */
export function useRecordForm<Values extends Record<string, string>>(initial: Values, onClose: () => void) {
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
