import type { CallQuery } from '@jara/contract/api.ts';
import { firstOfMonth, lagosDay } from '@jara/contract/lagos-time.ts';
import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { given, readPastDay } from '../../platform/lists/filters.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Download, type Handler } from '../../platform/serve.ts';
import { countMovements, findStatement, type Period } from './statement.ts';
import { OpenFiles } from './open-files.ts';
import { statementAsCsv } from './statement-csv.ts';

const formats = ['json', 'csv', 'pdf'] as const;
type Format = (typeof formats)[number];

/** Refusals: invalid_input, and too_many_requests beside another file of the same user. */
export const getStatement = ({ pool, reads, config }: Context): Handler<'getStatement'> => {
  const files = new OpenFiles();
  return async ({ principal: { userId, userName }, query }) => {
    const format = readFormat(query.format);
    const { now } = await pool.get<{ now: Date }>('select now() as now');
    const statement = await findStatement(reads, userId, readPeriod(query, now));
    const { from, to } = statement;
    const movements = countMovements(statement);
    refuseTooMany(format, movements);
    const name = `statement-${from}-${to}.${format}`;
    switch (format) {
      case 'csv':
        return new Download(
          await files.open(userId, async () => statementAsCsv(reads, statement)),
          'text/csv; charset=utf-8; header=present',
          name,
        );
      case 'pdf': {
        // The library and its fonts weigh more than the rest of the program: whoever needs them loads them.
        const { statementAsPdf } = await import('./statement-pdf.ts');
        const { fullName } = await pool.get<{ fullName: string | null }>(
          'select full_name as "fullName" from users where id = $1',
          [userId],
        );
        const file = await files.open(userId, () =>
          statementAsPdf(reads, statement, config.brand, { userName, fullName }),
        );
        return new Download(file, 'application/pdf', name);
      }
      case 'json':
        return {
          from,
          to,
          openingBalance: toNaira(kobo(statement.openingKobo)),
          closingBalance: toNaira(kobo(statement.closingKobo)),
          movements,
        };
    }
  };
};

function readFormat(input: string | undefined): Format {
  const wanted = given(input)?.toLowerCase() ?? 'json';
  return (
    formats.find((format) => format === wanted) ??
    refuseField('format', 'Unknown format: choose json, csv or pdf')
  );
}

/** The first of this month to today, unless given; as long as one likes. Days that are still to come count as today. */
function readPeriod({ from, to }: CallQuery<'getStatement'>, now: Date): Period {
  const today = lagosDay(now);
  const last = readPastDay('to', to, today) ?? today;
  const first = readPastDay('from', from, today) ?? firstOfMonth(last);
  if (last < first) refuseField('to', 'The last day is before the first one');
  return { from: first, to: last };
}

const most: Record<Format, number> = {
  json: Number.POSITIVE_INFINITY,
  csv: limits.statementMovementsInCsv,
  pdf: limits.statementMovementsInPdf,
};

function refuseTooMany(format: Format, movements: number): void {
  if (movements <= most[format]) return;
  const [has, holds] = [movements, most[format]].map((count) => count.toLocaleString('en-NG'));
  const instead = format === 'pdf' ? 'Choose a shorter period, or CSV' : 'Choose a shorter period';
  refuseField(
    'to',
    `This period has ${has} movements, and a ${format.toUpperCase()} file holds ${holds}. ${instead}`,
  );
}
