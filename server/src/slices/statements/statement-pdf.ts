/** A statement as PDF. Its movements are in memory, so there is a most of them; the pages leave one by one. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import Pdf from 'pdfkit';
import type { Brand } from '@jara/contract/brand.ts';
import { lagosDate, lagosDateAndClock, startOfDay } from '@jara/contract/lagos-time.ts';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { Db } from '../../platform/db.ts';
import { addTo, movementsOf, noTotals, wordsOf, type Movement, type Totals } from './movements.ts';
import type { Statement } from './statement.ts';

/** Of the shop's own typeface, with the naira sign and the letters of Nigerian names. */
const { resolve } = createRequire(import.meta.url);
const fonts = {
  plain: readFileSync(resolve('@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf')),
  bold: readFileSync(resolve('@expo-google-fonts/public-sans/600SemiBold/PublicSans_600SemiBold.ttf')),
};

const ink = '#14211b';
const faint = '#4a574f';
const rule = '#ddd9ce';
const MARGIN = 40;
const ROW = 24;
const HEADS = 18;

interface Column {
  title: string;
  x: number;
  width: number;
  isFigure: boolean;
  read: (movement: Movement) => string;
}

const column = (
  title: string,
  x: number,
  width: number,
  isFigure: boolean,
  read: Column['read'],
): Column => ({
  title,
  x: MARGIN + x,
  width,
  isFigure,
  read,
});
const sum = (amount: bigint): string => formatKobo(kobo(amount));
const sumAbove = (amount: bigint): string => (amount > 0n ? sum(amount) : '');
const columns: readonly Column[] = [
  column('Date', 0, 84, false, ({ postedAt }) => lagosDateAndClock(postedAt)),
  column('What', 88, 172, false, (movement) =>
    [wordsOf(movement), movement.recipient === null ? '' : formatPhone(movement.recipient)]
      .filter((words) => words !== '')
      .join(' \u00b7 '),
  ),
  column('Money in', 264, 66, true, ({ amountKobo }) => sumAbove(amountKobo)),
  column('Money out', 334, 66, true, ({ amountKobo }) => sumAbove(-amountKobo)),
  column('Of which fees', 404, 46, true, ({ feeKobo }) => (feeKobo === null ? '' : sum(feeKobo))),
  column('Balance', 454, 61, true, ({ balanceAfter }) => sum(balanceAfter)),
];

interface Owner {
  userName: string;
  fullName: string | null;
}

export async function statementAsPdf(
  db: Db,
  statement: Statement,
  brand: Brand,
  owner: Owner,
): Promise<Readable> {
  const movements: Movement[] = [];
  let totals = noTotals;
  for await (const piece of movementsOf(db, statement)) {
    movements.push(...piece);
    for (const movement of piece) totals = addTo(totals, movement);
  }
  const document = new Pdf({
    size: 'A4',
    margin: MARGIN,
    font: '',
    info: { Title: `Wallet statement of ${owner.userName}`, Author: brand.name },
  });
  document.registerFont('plain', fonts.plain);
  document.registerFont('bold', fonts.bold);
  write(document, statement, { movements, totals, brand, owner }).then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return document;
}

type Document = InstanceType<typeof Pdf>;

async function write(
  document: Document,
  statement: Statement,
  facts: { movements: readonly Movement[]; totals: Totals; brand: Brand; owner: Owner },
): Promise<void> {
  let y = writeHead(document, statement, facts);
  let page = 1;
  y = writeTitles(document, y);
  for (const movement of facts.movements) {
    if (y > document.page.height - MARGIN - ROW - HEADS) {
      writeFoot(document, facts.brand, page);
      // Others want to be answered between two pages.
      await nextTurn();
      // Whoever asked has left.
      if (document.destroyed) return;
      document.addPage();
      page += 1;
      y = writeTitles(document, MARGIN);
    }
    for (const { x, width, isFigure, read } of columns)
      put(document, read(movement), { x, y, width, isFigure });
    put(document, movement.reference ?? '', {
      x: MARGIN + 88,
      y: y + 10,
      width: 172,
      size: 6.5,
      colour: faint,
    });
    y += ROW;
    drawRule(document, { y: y - 3, height: 0.5, colour: rule });
  }
  if (facts.movements.length === 0)
    put(document, 'Nothing moved in this period.', { x: MARGIN, y, width: 400 });
  writeFoot(document, facts.brand, page);
}

interface Place {
  x: number;
  y: number;
  width: number;
  isFigure?: boolean;
  font?: 'plain' | 'bold';
  size?: number;
  colour?: string;
}

/** One line, cut to its place. */
function put(
  document: Document,
  text: string,
  { x, y, width, isFigure = false, font = 'plain', size = 8, colour = ink }: Place,
): void {
  if (text === '') return;
  document.font(font).fontSize(size).fillColor(colour);
  const shown = fit(document, text, width);
  const left = isFigure ? x + width - document.widthOfString(shown) : x;
  document.text(shown, left, y, { lineBreak: false });
}

function fit(document: Document, text: string, width: number): string {
  if (document.widthOfString(text) <= width) return text;
  const letters = Array.from(text);
  let [fits, tooLong] = [0, letters.length];
  while (fits + 1 < tooLong) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (document.widthOfString(`${letters.slice(0, middle).join('')}\u2026`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}\u2026`;
}

/** Gives where the table begins. */
function writeHead(
  document: Document,
  { from, to, openingKobo, closingKobo }: Statement,
  { totals, brand, owner }: { totals: Totals; brand: Brand; owner: Owner },
): number {
  const width = document.page.width - 2 * MARGIN;
  const at = (y: number, more: Partial<Place> = {}): Place => ({ x: MARGIN, y, width, ...more });
  put(document, brand.name, at(MARGIN, { font: 'bold', size: 18 }));
  const contacts = [brand.officeAddress, brand.supportPhone, brand.supportEmail].filter(
    (text) => text !== '',
  );
  put(document, contacts.join(' \u00b7 '), at(MARGIN + 24, { colour: faint }));
  put(document, 'Wallet statement', at(MARGIN + 48, { font: 'bold', size: 13 }));
  const who = owner.fullName === null ? owner.userName : `${owner.fullName} (${owner.userName})`;
  put(document, who, at(MARGIN + 66, { size: 9 }));
  const days = `${lagosDate(startOfDay(from))} to ${lagosDate(startOfDay(to))}, Lagos time`;
  put(document, days, at(MARGIN + 80, { size: 9 }));
  const figures: readonly (readonly [string, bigint])[] = [
    ['Opening balance', openingKobo],
    ['Money in', totals.inKobo],
    ['Money out', totals.outKobo],
    ['Of which fees', totals.feesKobo],
    ['Closing balance', closingKobo],
  ];
  const share = width / figures.length;
  for (const [index, [label, amount]] of figures.entries()) {
    const x = MARGIN + index * share;
    put(document, label, { x, y: MARGIN + 106, width: share - 6, colour: faint });
    put(document, sum(amount), { x, y: MARGIN + 118, width: share - 6, font: 'bold', size: 10 });
  }
  return MARGIN + 148;
}

function writeTitles(document: Document, y: number): number {
  for (const { title, x, width, isFigure } of columns)
    put(document, title, { x, y, width, isFigure, font: 'bold', size: 7 });
  drawRule(document, { y: y + 12, height: 1, colour: ink });
  return y + HEADS;
}

const drawRule = (document: Document, { y, height, colour }: { y: number; height: number; colour: string }) =>
  document.rect(MARGIN, y, document.page.width - 2 * MARGIN, height).fill(colour);

function writeFoot(document: Document, brand: Brand, page: number): void {
  const y = document.page.height - MARGIN - 8;
  const width = document.page.width - 2 * MARGIN;
  put(document, `${brand.name} \u00b7 all sums in naira`, { x: MARGIN, y, width, size: 7, colour: faint });
  put(document, `Page ${page}`, { x: MARGIN, y, width, size: 7, colour: faint, isFigure: true });
}
