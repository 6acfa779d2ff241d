import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';

type SettingSelectProps<Value extends string> = {
  name: string;
  label: string;
  hint: string;
  values: readonly Value[];
  texts: Readonly<Record<Value, MessageDescriptor>>;
  /** The value on the server, which is shown unless another was chosen. */
  stored: Value;
  /** As `useSetting` returns it. */
  setting: readonly [wanted: Value | undefined, choose: (value: Value) => Promise<void>];
};

/** A setting of which one value is chosen; it applies at once. */
export function SettingSelect<Value extends string>(props: SettingSelectProps<Value>) {
  const { name, label, hint, values, texts, stored, setting } = props;
  const [wanted, choose] = setting;
  return (
    <Select
      name={name}
      label={label}
      hint={hint}
      value={wanted ?? stored}
      aria-busy={wanted !== undefined || undefined}
      onChange={({ target }) => {
        const chosen = values.find((value) => value === target.value);
        if (chosen !== undefined) void choose(chosen);
      }}
    >
      {values.map((value) => (
        <option key={value} value={value}>
          {t(texts[value])}
        </option>
      ))}
    </Select>
  );
}
