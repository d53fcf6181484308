/**
 * Sentences of the API's documents say `{ELECTRICITY_FEE_NAIRA}` where a figure is a setting; here it gets its value. A name that is no
 * setting throws, at the start of the program.
 */
import { accessSettings } from './access-settings.ts';
import type { Config } from './config.ts';
import { feesAndLimits } from './fees-and-limits.ts';
import { purchaseSettings } from './purchase-settings.ts';
import { floodSettings } from './flood-settings.ts';
import { isSetting, type Settings } from './setting.ts';

function inWords(name: string, value: number): string {
  if (name.endsWith('_BASIS_POINTS')) return `${value / 100}%`;
  if (name.endsWith('_MS')) return `${value / 1_000} s`;
  return value.toLocaleString('en-NG');
}

function* figuresOf(
  settings: Settings,
  values: Readonly<Record<string, unknown>>,
): Generator<[string, string]> {
  for (const [key, entry] of Object.entries(settings)) {
    const value = values[key];
    if (!isSetting(entry)) yield* figuresOf(entry, value as Record<string, unknown>);
    else if (typeof value === 'number') yield [entry.name, inWords(entry.name, value)];
  }
}

const PLACE = /\{([A-Z]+(?:_[A-Z0-9]+)+)\}/g;

export type FillIn = (text: string) => string;

export function createFillIn(config: Config): FillIn {
  const figures = new Map(
    figuresOf({ ...purchaseSettings, ...feesAndLimits, ...accessSettings, ...floodSettings }, config),
  );
  return (text) =>
    text.replaceAll(PLACE, (_all, name: string) => {
      const figure = figures.get(name);
      if (figure === undefined) throw new Error(`no setting that the documents may name: ${name}`);
      return figure;
    });
}
