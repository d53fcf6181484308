/** `npm run map`: every call and every screen with its address and its file, read from the code. */
import { readCalls, readPages, readScreens } from './read-map.ts';

function print(title: string, rows: string[][]): void {
  const widths =
    rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}

print(
  'Calls: method, address, name, who may, file',
  readCalls().map(({ method, address, name, access, file }) => [method, address, name, access, file]),
);
print(
  'Screens: address, file',
  [...readPages(), ...readScreens()].map(({ address, file }) => [address, file]),
);
