/** In a sandbox: the numbers that play every outcome. */
import { ReceiptRow } from '../../../../shared/receipt-card.tsx';
import { developerDocs } from '../../../../platform/paths.ts';

const outcomes = [
  ['0001', 'refused, money back'],
  ['0002', 'delivered after 10 s'],
  ['0005', 'no answer'],
  ['0011', 'taken back after 30 s'],
] as const;

export default function SandboxNumbers() {
  return (
    <section
      aria-labelledby="sandbox-numbers"
      className="rounded-card border border-amber/25 bg-amber-wash px-4 py-3.5"
    >
      <h2 id="sandbox-numbers" className="text-meta font-semibold text-amber">
        Try every outcome
      </h2>
      <p className="text-meta">
        The last four digits of the phone number decide. Any other number is delivered.
      </p>
      <dl>
        {outcomes.map(([digits, outcome]) => (
          <ReceiptRow key={digits} label={digits}>
            {outcome}
          </ReceiptRow>
        ))}
      </dl>
      <a
        href={developerDocs}
        className="inline-flex min-h-12 items-center text-meta font-semibold text-brand underline underline-offset-4"
      >
        All test numbers, and the API
      </a>
    </section>
  );
}
