/** The tables of settings as docs/operations.md has them: `npm run settings` writes them there, a test compares. */
import { accessSettings } from './access-settings.ts';
import { brandSettings } from './brand-settings.ts';
import { feesAndLimits } from './fees-and-limits.ts';
import { floodSettings } from './flood-settings.ts';
import { installationSettings, startSettings } from './installation-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { gatewaySettings, identitySettings } from './provider-settings.ts';
import { purchaseSettings } from './purchase-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import { isSetting, type Setting, type Settings } from './setting.ts';
import { smsSettings } from './sms-settings.ts';
import { supplierSettings } from './supplier-settings.ts';

/** By what stands after `settings:` in the marks of the document. */
export const settingTables: Readonly<Record<string, readonly Settings[]>> = {
  installation: [startSettings, installationSettings],
  'suppliers and gateway': [supplierSettings, gatewaySettings],
  purchases: [purchaseSettings],
  'fees and limits': [feesAndLimits],
  access: [accessSettings],
  retention: [retentionSettings],
  floods: [floodSettings],
  mail: [mailSettings],
  identity: [identitySettings],
  'text messages': [smsSettings],
  brand: [brandSettings],
};

export const settingsIn = (settings: Settings): Setting<unknown>[] =>
  Object.values(settings).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function tableOf(subject: string): string {
  const settings = (settingTables[subject] ?? []).flatMap(settingsIn);
  const rows = settings.map(({ name, shown, means }) =>
    row([`\`${name}\``, shown.default, shown.range, shown.live, means]),
  );
  const heads = ['Setting', 'Default', 'Range', 'Live', 'Meaning'];
  return [row(heads), row(heads.map(() => '---')), ...rows].join('\n');
}

const MARKED = /(<!-- settings: ([a-z ]+) -->\n)[\s\S]*?(\n<!-- end of settings -->)/g;

/** The document with today's tables between its marks. */
export const writeSettings = (document: string): string =>
  document.replaceAll(
    MARKED,
    (_all, begin: string, subject: string, end: string) => `${begin}\n${tableOf(subject)}\n${end}`,
  );

/** Without what only lines the columns up. */
export const tight = (document: string): string =>
  document.replaceAll(/ *\| */g, '|').replaceAll(/\|-+(?=\|)/g, '|-');
