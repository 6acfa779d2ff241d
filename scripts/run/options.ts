import { StartError } from '../../server/src/platform/start-error.ts';

/** The default of each option: a number, numbers, or null for a text that may be missing. */
type Defaults = Record<string, number | number[] | null>;

type Values<D extends Defaults> = {
  [Name in keyof D]: D[Name] extends number ? number : D[Name] extends number[] ? number[] : string | null;
};

/**
 * Reads options in the form `--runs=3`, `--connections=1,16` and `--keep=folder`. Throws StartError for options that
 * have no default here, and for malformed numbers.
 */
export function readOptions<D extends Defaults>(args: readonly string[], defaults: D): Values<D> {
  const values: Record<string, string | number | number[] | null> = { ...defaults };
  for (const arg of args) {
    const [, name = '', text = ''] = /^--(\w+)=(.+)$/.exec(arg) ?? [];
    const fallback = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    if (fallback === undefined) {
      const known = Object.keys(defaults).map((option) => `--${option}=…`);
      const hint = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`;
      throw new StartError(`Unknown option "${arg}". ${hint}`);
    }
    values[name] = fallback === null ? text : readNumbers(name, text, Array.isArray(fallback));
  }
  return values as Values<D>;
}

function readNumbers(name: string, text: string, several: boolean): number | number[] {
  const numbers = (several ? text.split(',') : [text]).map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
    const wanted = several ? 'one or more whole numbers above 0, separated by commas' : 'a whole number above 0';
    throw new StartError(`--${name} must be ${wanted}.`);
  }
  return several ? numbers : (numbers[0] ?? 0);
}
