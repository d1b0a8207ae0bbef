import type { SettingEntry } from '../../palace/config.js';
import type { ConfigChange, ConfigList } from '../../services/config/config.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { bytes } from './words.js';

export function renderConfig({ palace, file, settings }: ConfigList, out: Output): void {
  const { paint } = out;
  const missing = palace.exists ? '' : paint.yellow(' (there is none yet: palace init)');
  out.line(`palace  ${paint.bold(palace.path)}, from ${palace.from}${missing}`);
  out.line(`config  ${file}`);
  out.line();
  const rows = settings
    .filter(({ key }) => key !== 'palace')
    .map((entry) => [entry.key, valueText(entry), originText(entry), entry.description]);
  // In a pipe nothing is cut: the reader may be looking for a word of the description.
  const columns = [{ title: 'setting' }, { title: 'value' }, { title: 'from' }, { flexible: out.terminal }];
  for (const line of table(columns, rows, out.width)) out.line(line);
}

/** The value alone on a line, so that a script can take it. */
export function renderSetting(entry: SettingEntry, out: Output): void {
  out.line(entry.value === null ? '' : String(entry.value));
}

export function renderConfigChange({ key, file, changed, setting }: ConfigChange, out: Output): void {
  out.line(`${key} is ${valueText(setting)} now, from ${originText(setting)}`);
  out.note(changed ? `written to ${file}` : `${file} said so already`);
  if (setting.origin === 'environment' || setting.origin === 'flag')
    out.note(`${setting.from ?? setting.origin} wins over the file`);
}

function valueText({ value, unit }: SettingEntry): string {
  if (value === null) return '-';
  if (typeof value === 'number' && unit === 'bytes') return bytes(value);
  if (typeof value === 'number' && unit === 'ms') return value % 1000 === 0 ? `${value / 1000} s` : `${value} ms`;
  return String(value);
}

function originText({ origin, from }: SettingEntry): string {
  return origin === 'environment' && from !== undefined ? `$${from}` : origin;
}
